"""Single neurons and alternating gradient flows: closed solutions and algorithms against integrated flows.

`single_neuron` and `white_neuron` have the linear neuron's flow and its exact solution, `implicit_bias` and
`bias_potential` where it ends (Theorem 3.1 of the slides); `alternating`, `saddle_to_saddle` and `greedy_low_rank` the
algorithms, `diagonal_networks` and `modular_learning` the flows that they describe; `parity_network` the three-neuron
network of thesis C.4.
"""
