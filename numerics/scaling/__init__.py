"""The multilinear model of many skills: its losses, their laws and exponents, sampled data, few-shot learners.

`skills` has the losses for any number of skills, `laws` the power laws with their prefactors, `exponents` the slopes;
`data` samples skill counts; `few_shots` and `skill_models` simulate the extended models of thesis chapter 5.
"""
