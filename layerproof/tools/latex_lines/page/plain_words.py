r"""The words in which a paper says that something holds, without more: ``We have``, ``The gradient of the loss is``.

What restricts a statement, denies it, wishes for it or leaves it to others has words without number: *naively*, *at
an equilibrium*, *the authors of [3] assume*, *approximately*.  So it is asked the other way round: a sentence says what
stands in it as a fact only if each of its words is known to do no such thing.  A word that is missing here costs a
fact, and makes no false one.
"""

from __future__ import annotations

import re
from collections.abc import Container

_VERBS = """
be is are being have has let define defines defined defining denote denotes denoted denoting set sets setting put puts
write writes writing written recall recalls recalling note notes noting notice observe observes get gets obtain
obtains obtained find finds found see know compute computes computed computing calculate derive derives derived
conclude concludes consider considers use uses used using assume assumes assumed assuming suppose supposes supposed
supposing hold holds holding equal equals read reads become becomes follow follows followed give gives given giving
yield yields yielding imply implies implying satisfy satisfies satisfying lead leads leading evolve evolves obey obeys
take takes taking pick picks minimise minimises minimize minimizes train trains trained substituting substitute
inserting insert plugging plug rewriting rewrite expanding expand differentiating differentiate integrating integrate
applying apply multiplying multiply dividing divide adding add subtracting subtract summing sum rearranging
simplifying collecting letting introduce introduces introduced call called abbreviate abbreviated represent represents
represented parametrised parametrise parameterised parameterized admits admit contains contain depends depend grow
grows decay decays change changes characterise characterises characterize characterizes express expresses expressed
expressing evaluate evaluates evaluated evaluating combine combines combined combining compare compares comparing
deduce deduces decompose decomposes decomposed observing noticing unroll unrolling iterating telescoping rearrange
grouping factoring completing cancelling canceling inverting squaring exponentiating averaging bounding separating
transposing vectorizing vectorising normalizing normalising rewritten handle handles treat treats simplify simplifies
reduce extract extracts extracting arrive arrives arriving drive drives driven govern governs governing describe
describes described capture captures encode encodes summarize summarizes summarise summarises determine determines
determined correspond corresponds turn turns correlate correlates mean means meaning view viewed stack stacked
stacking split splits separate separates cancel cancels learn learned reduces decouple decouples rotate rotates
diagonalize diagonalizes diagonalise diagonalises collapse collapses study studies studied analyse analyze analysed
analyzed investigate investigated examine examined choose chooses choosing taken modelled modeled provide provides
providing calculating calculated putting continue continues continuing recognizing recognising equating performing
composed factored collect collects bounded compose composes
"""
_SMALL = """
we us our and so thus hence therefore then where since because as also too again now here next first second third
finally moreover furthermore further similarly likewise simply directly immediately exactly that this these those
which whose it its they their the a an all any every each both of by from to with via through above below following
such same respectively easily clearly obviously indeed consequently accordingly together into s i.e ie namely viz than
between i ii iii iv there th st nd rd more less two three four one zero own precisely explicitly recursively
iteratively elementwise componentwise entrywise coordinatewise pointwise resulting corresponding equivalently
independently concretely formally intuitively compactly succinctly conveniently naturally readily how evidently
analogously identically across onto
itself very just whole entire overall while whereas respective twice out useful clear straightforward exact
interesting important analogous explicit identical separable associated total individual mutually shared cleanly
"""
_NOUNS = """
definition definitions notation equation equations eq eqs eqn identity identities relation relations expression
expressions formula formulas formulae function functions loss losses objective objectives cost costs risk error errors
residual residuals gradient gradients flow flows descent update updates rule rules step steps iterate iterates
iteration iterations dynamics trajectory trajectories system model models network networks layer layers weight weights
parameter parameters matrix matrices vector vectors scalar scalars number numbers value values variable variables
quantity quantities constant constants coefficient coefficients term terms sum sums product products difference
differences ratio norm norms trace traces rank eigenvalue eigenvalues eigenvector eigenvectors singular kernel kernels
feature features input inputs output outputs label labels target targets data dataset sample samples point points
learning rate rates size sizes dimension dimensions width depth index indices time derivative derivatives integral
integrals side sides left right hand line lines result results theorem lemma proposition corollary proof inequality
inequalities bound bounds assumption assumptions property chain linear nonlinear quadratic square squared squares mean
variance covariance distribution gaussian standard orthogonal orthonormal symmetric diagonal transpose inverse
decomposition representation factorisation factorization estimator predictor prediction predictions hypothesis-class
activation activations hidden neuron neurons unit units skill skills task tasks class classes shorthand short convex
smooth strongly differentiable continuous positive nonnegative negative real natural integer definite semidefinite
euclidean inner outer empirical population training test regularised regularized ridge regression regressor momentum
factor factors ansatz cauchy schwarz young jensen taylor triangle holder fubini leibniz euler lagrange newton calculus
algebra expansion series recursion recurrence closed form linearity cyclicity symmetry convexity smoothness
homogeneity stepsize step-size learning-rate end-to-end end two-layer one-layer deep shallow full batch mini design
response noise signal teacher student map maps operator projection projector basis coordinates coordinate components
component entries entry rows row columns column block blocks scale scales length direction directions angle angles
biases binary continuously nonlinearity nonlinearities link
speed velocity energy potential mass hessian jacobian curvature respect algorithm computation operators mapping
mappings subgradient subgradients differential embedding embeddings softmax sigmoid numerator denominator exponential
logarithm polynomial entropy cross likelihood density moment moments expectation expectations margin intuition
parameterization parameterizations parametrization parametrisation reparametrization tangent principal upper lower
partial conditional general rhs lhs forward backward pass timestep timesteps epoch epochs formulation summation
normalization normalisation lagrangian hamiltonian bregman fenchel moreau mercer woodbury gronwall bellman lipschitz
hermitian whitened white svd compact thin effective strength strengths mode modes correlation correlations rotated
rotation spread relationship relationships projections problem problems optimization optimisation minimization
minimisation neural structure structures statistics summary pair pairs transformation transformations rotations
spectral normalized normalised magnitude magnitudes process processes bias setup evolution combination key logistic
logit logits hinge cyclic backpropagation backpropagated backprop unconstrained simplex conserved conservation
posterior posteriors classifier classifiers classification classical simple nice familiar famous popular bernoulli
multinomial categorical poisson mse erm sgd adam ntk ode odes pde pdes deterministic parametric stochastic dense
convolutional transformer transformers attention token tokens embedding embeddings gram adjoint stein frobenius
rademacher regularizer regularizers regulariser regularisers penalty penalties bandwidth estimators joint marginal
mixture besides specifically tanh relu gelu softplus calculation calculations computations state states distance
distances divergence divergences metric random log generating integration transform transforms transformed direct
quick generic causal mask masked masks bilinear multilinear trilinear functional functionals self wise construction
pdf cdf pmf mgf recurrent recurrences modular unitary field fields curve curves vector-valued implicitly independent
usual preconditioned eigendecomposition eigendecompositions diagonalization diagonalisation preconditioner frequency
frequencies power powers operation operations amplitude amplitudes spectrum spectra exponent exponents query queries
keys pythagoras pythagorean
hoeffding pinsker bernstein fermat tweedie onsager green decreases discretely learns learnability learnabilities etf
sequence sequences returns strictly mirror induction moves middle polar balancedness alignment
evolving
encoder encoders decoder decoders unregularized unregularised equiangular tight frame frames covariances centroid
centroids level levels
"""
_NO_EXCUSE = """
show shows showing shown prove proves proving proved proven verify verifies verifying check checks checking claim claims
argue argues conclude concluding want wish wants need needs needed goal aim desired suffices remains motivate motivates
complete completes completed finish finishes solve solves solving solved calculate calculates calculating calculated
optimise optimize optimizes optimizing optimising maximise maximize maximizes maximizing maximising minimizing
minimising invoking appealing employing exploiting leveraging continuing proceeding repeating starting ending
unfolding unpacking reordering regrouping reformulating reformulate reformulated gathering summarizing relating
say says said saying make makes made making does do did done will can must know known understand explain explains
interpret interpreted apply applied application applications corresponds correspond proceed proceeds
problem problems optimization optimisation minimization minimisation maximization solution solutions method methods
distance distances divergence divergences sequence sequences space spaces subspace subspaces subset subsets set
distribution distributions measure measures probability probabilities likelihoods log-likelihood estimate estimates
estimation estimators classifier classifiers classification accuracy robustness adversarial decision total
version domain joint calculation calculations computations direct minimum maximum minimizer maximizer
conjugate constraint constraints support path unique affine monotone monotonically monotonicity transition
family graph largest best directional image convergence element elements neural attained study studied marginal
hypothesis geometric geometrically important idea ideas control part parts program programs programming dual primal
duality optimality optimal optimum cone ball balls feasible feasibility partition kkt stationarity criterion
measurable equality equalities degree proves nonempty intersection compact interior conclusion statement statements
polytope concave easy interval intervals multiplier multipliers argument arguments useful clear properties existence
combination combinations hull composition consequence consequences detailed question questions manifold
interpretation exact exactness generalization difficult evaluation analysis latent construct construction explicit
immediate addition regularization regularisation growth infer segment helpful deterministic stronger active game
univariate elementary introducing straightforward finite-dimensional connection connections induction inductively
inductive repeatedly strong fact facts after before but however last just while whereas still already
rather because key main often itself later well next once last final finally manually carefully hand
equivalent equivalently equivalence chapter lecture exercise remark section paragraph course answer task
expected finite random independent uniform uniformly discrete continuous stochastic
machine machines bayes bayesian kullback leibler kl frobenius lebesgue banach hilbert polyak lojasiewicz rayleigh
sherman morrison schur gateaux frechet chernoff hoeffding markov chebyshev wasserstein langevin fokker planck
ito riemann stokes gauss green poincare sobolev legendre riesz parseval plancherel neumann weyl courant eckart
interested re arranging lastly meanwhile concurrently penultimate squeeze argument policy straightforward ode odes
karush kuhn tucker slater sgd gd mle ntk pca svd ode sde pde hmm nn dnn cnn lp sdp qp
"""
"""Words that may deny what a sentence states, or leave it to be shown, but make no line right that algebra calls wrong:
none restricts a letter, replaces one, drops a term or tells of a sign, a scale or a convention."""
NO_EXCUSE = frozenset(_NO_EXCUSE.split())
_KNOWN = frozenset(f"{_VERBS} {_SMALL} {_NOUNS}".split())
WORKS = (
    r"(?:we|one) (?:now |then |again )?(?:substitute|plug|insert|use|write|expand|differentiate|multiply|combine|put)\b"
)
r"""What the author does after *if* supposes nothing, *if we substitute $x$*."""
_PHRASES = re.compile(
    r"\bsquare roots?\b|"  # any other root is one point
    r"\bapplied (?:entry|element|component|coordinate|point)-?wise\b|"
    r"\bon (?:the |this |our )?(?:[a-z-]+ ){0,2}(?:loss(?:es)?|objective|risk|cost)\b|"
    r"\b(?:outputs?|predictions?) of (?:an?|the|our) (?:[a-z]+ )?(?:network|model) on (?:the )?(?:training )?"
    r"(?:data|inputs|samples|examples)\b|"
    r"\b(?:flow|descent|train(?:ed|ing)?) on(?=\s*(?:\x01|$))|"
    r"\bfor (?:all|any|every|each|short|brevity|simplicity|convenience|completeness)\b|"
    r"\bin (?:particular|fact|other words|turn|terms of|what follows|the following|this (?:section|paper|work|note))\b|"
    r"\bwithout loss of generality\b|\bunder (?:the )?gradient (?:flow|descent)\b|"
    r"\bcan (?:(?:also|now|then|again|therefore|thus|easily|be) )*(?:write|written|rewrite|rewritten|express|expressed|"
    r"compute|computed|see|seen|obtain|obtained|derive|derived|deduce|expand|expanded|simplify|simplified|calculate|"
    r"calculated|evaluate|evaluated)\b|"
    r"\bcan (?:(?:also|now|then|again|therefore|thus|easily|be) )*(?:verif(?:y|ied)|check(?:ed)?|shown?) that\b|"
    r"\bfor (?:a|an|our|the|this) (?:[\w-]+ ){0,3}(?:networks?|models?)\b|"
    r"\b(?:rules?|equations?|expressions?|formulas?|gradients?|dynamics|updates?|flow|shorthand|notation|name|symbol) "
    r"for (?=\x01|the\b|each\b|a\b)|"
    r"\btrained on (?:the )?(?:[\w-]+ )?(?:examples?|data(?:sets?)?|pairs|samples)\b|"
    r"\b(?:trained|acts?|acting|operates?|operating|rule|focus) on\b|\barriv\w+ at\b|"
    rf"\bif (?={WORKS})|"
    r"\bfor (?:a|one) (?:single |given )?(?:data|training) (?:point|sample|example|pair)\b|"
    r"\bin (?:the )?(?:weight|parameter|function|feature|input|output) space\b|"
    r"\b(?:linear|quadratic|polynomial|convex|smooth|differentiable|continuous) in \x01|"
    r"\x01-homogeneous(?: in(?: (?:its|the) (?:parameters|weights)| \x01))?|\bpositively homogeneous|"
    r"\b(?:within-class|between-class|heavy-ball)\b|\bglobal (?:mean|average)s?\b|"
    r"\bin (?:class|layer|group|block|cluster) \x01|\b(?:minimi[sz]e|minimi[sz]ed|minimi[sz]ing) over(?= \x01)|"
    r"\btrain(?:ed|ing)? (?:both|all|them|it) (?:by|with|using) gradient (?:flow|descent) on\b|"
    r"\bin (?:equations?|eqs?\.?)?\s*\(\d+\)|"
    r"\bin which\b|\bin (?:the )?(?:(?:matrix|vector|compact|closed|component|index) )?(?:form|notation)\b|"
    r"\b(?:plugging|substituting|inserting|putting) (?:this |these |that |it )?in\b|"
    r"\b(?:in|on|of|from) (?:the )?(?:equations?|eqs?\.?|sections?|sec\.?|theorem|lemma|proposition|corollary|"
    r"definition|appendix|figure|line)?[ ~]*\(?\\(?:eq|c|C|auto)?ref\*?\s*\{[^{}]*\}\)?|"
    r"\b(?:depend\w*|based) on\b|\bon both sides\b|"
    r"\b(?:sum\w*|integra\w+|averag\w+|expectations?|means?|taken|running) over\b|"
    r"\bat (?:each|every) (?:step|iteration|time ?step|epoch|point|time)\b|"
    r"\bduring training\b|\bat (?:the|a) (?:rates?|speeds?)\b|\bat (?:time|step|iteration) \x01\d*\x01(?! ?=)|"
    r"\bon the (?:left|right)(?:[- ]hand)?(?: side)?\b",
    re.IGNORECASE,
)
_PLACES = re.compile(
    r"\bin (?:the |this |our |an? |each )?(?:above |previous |first |second |third |last |next |following |main )?"
    r"(?:proofs?|sections?|chapters?|lectures?|notes?|papers?|steps?|lines?|equations?|equalit(?:y|ies)|"
    r"inequalit(?:y|ies)|display|paragraph|lemma|theorem|part|exercise|course|appendix|addition)\b|"
    r"\b(?:interested|results?|resulting|changes?) in\b|"
    r"\bon the other hand\b|\bat the same time\b|\bas (?:desired|required|claimed|needed)\b|"
    r"\b(?:if|for|when|whenever|provided)(?: we have| that)?\s+\x02|"  # a bound makes no equation right
    r"\\(?:cite[a-z]*|index)\*?\s*(?:\[[^\]]*\]\s*)*\{[^{}]*\}",
    re.IGNORECASE,
)
_COMMANDS = re.compile(
    r"\\(?:eq|c|C|auto|name|page)?ref\*?\s*\{[^{}]*\}|\\label\s*\{[^{}]*\}|"
    r"\\[vh]space\*?\s*\{[^{}]*\}|\\(?:emph|textbf|textit|noindent|medskip|smallskip|bigskip|quad|qquad|par|it|bf|em|indent|"
    r"text|mbox|underline|textsc|pause|centering|raggedright|tiny|scriptsize|footnotesize|small|normalsize|large|newline)(?![A-Za-z])|"
    r"\\[,;:! ]"
)
_MARK = re.compile("\x01\\d*\x01")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*|\\[A-Za-z]+|\[\s*\d")


AT_CRITICAL = (
    r"\b(?:at|of|for) (?:an?|any|every|each|the|all|its|this) (?:critical|stationary) points?\b|"
    r"\b(?:critical|stationary) points? (?:satisf(?:y|ies)|obeys?|(?:is|are) (?:given|characteri[sz]ed) by)\b|"
    r"\b(?:first[- ]order )?(?:optimality|stationarity) conditions?\b|\bfirst[- ]order conditions?\b"
)
"""What says of a display that it holds where a gradient vanishes: a case."""
_AT_CRITICAL = re.compile(AT_CRITICAL, re.IGNORECASE)
CASE = frozenset({"if", "when", "whenever", "for", "under", "provided", "case", "along"})
"""What opens a case: it says for what a display is said, and no more than that."""


def is_case(sentence: str) -> bool:
    """Whether a sentence says no more than for what case a display is said."""
    return bool(strange(sentence)) and not strange(_AT_CRITICAL.sub(" ", sentence), CASE)


def strange(words: str, also: Container[str] = frozenset()) -> str:
    """The first word of a piece of prose, formulas masked, that may do more than state; empty if there is none.

    Args:
        words: the prose.
        also: words that are no harm here.
    """
    text = _COMMANDS.sub(" ", _PHRASES.sub(" ", " ".join(words.split())))
    for found in _WORD.finditer(_MARK.sub(" ", text)):
        parts = [part for part in re.split("['’-]", found[0].lower()) if len(part) > 1]  # a letter is a letter
        if not all(part in _KNOWN or part in also for part in parts):
            return found[0]
    return ""


def excuses(words: str) -> str:
    """The first word of a piece of prose, formulas masked, that may make a line right which algebra alone calls wrong.

    Empty if there is none. What such a word does is to restrict a letter, as *at* and *for* do, to put another one in
    its place, or to change what a sign says; also any that is not known to do none of this.
    """
    return strange(_PLACES.sub(" ", " ".join(words.split())), NO_EXCUSE)
