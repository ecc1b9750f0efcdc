"""Linear models: learnability, least norm regression, fitting times, eigenfunctions from samples.

`learnability` works on a `spectra.Spectrum` of any size; `least_norm` and `overfitting` hold it against regressions on
draws; `fitting_times` against flows on samples; `nystrom` is Algorithm 1.
"""
