"""The literature beside the four sources: papers whose results have chapters of their own.

A paper is cited by its name here and by a place in it: a theorem whose number is certain, or a result by a few words.
No page maps a paper's every label, as there is one for each of the four sources.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper.

    Attributes:
        key: of its entry in a bibliography.
        short: what it is called in a sentence.
        authors: full names, joined by "and", with letters as they are.
        title: in full.
        venue: where it appeared.
        year: when.
        journal: whether the venue is a journal, not a conference.
    """

    key: str
    short: str
    authors: str
    title: str
    venue: str
    year: int
    journal: bool = False

    def __str__(self) -> str:
        return f"{self.authors.replace(' and ', ', ')}: {self.title} ({self.venue}, {self.year})"


LEARNING = "International Conference on Learning Representations"
MACHINES = "International Conference on Machine Learning"
SYSTEMS = "Advances in Neural Information Processing Systems"

PAPERS = {
    "saxe-2014": Paper(
        "saxe2014exact",
        "Saxe et al. 2014",
        "Andrew M. Saxe and James L. McClelland and Surya Ganguli",
        "Exact solutions to the nonlinear dynamics of learning in deep linear neural networks",
        LEARNING,
        2014,
    ),
    "fukumizu-1998": Paper(
        "fukumizu1998effect",
        "Fukumizu 1998",
        "Kenji Fukumizu",
        "Effect of batch learning in multilayer neural networks",
        "International Conference on Neural Information Processing",
        1998,
    ),
    "arora-2018": Paper(
        "arora2018optimization",
        "Arora et al. 2018",
        "Sanjeev Arora and Nadav Cohen and Elad Hazan",
        "On the optimization of deep networks: Implicit acceleration by overparameterization",
        MACHINES,
        2018,
    ),
    "arora-2019": Paper(
        "arora2019implicit",
        "Arora et al. 2019",
        "Sanjeev Arora and Nadav Cohen and Wei Hu and Yuping Luo",
        "Implicit regularization in deep matrix factorization",
        SYSTEMS,
        2019,
    ),
    "gidel-2019": Paper(
        "gidel2019implicit",
        "Gidel et al. 2019",
        "Gauthier Gidel and Francis Bach and Simon Lacoste-Julien",
        "Implicit regularization of discrete gradient dynamics in linear neural networks",
        SYSTEMS,
        2019,
    ),
    "tarmoun-2021": Paper(
        "tarmoun2021understanding",
        "Tarmoun et al. 2021",
        "Salma Tarmoun and Guilherme França and Benjamin D. Haeffele and René Vidal",
        "Understanding the dynamics of gradient flow in overparameterized linear models",
        MACHINES,
        2021,
    ),
    "jacot-2021": Paper(
        "jacot2021saddle",
        "Jacot et al. 2021",
        "Arthur Jacot and François Ged and Berfin Şimşek and Clément Hongler and Franck Gabriel",
        "Saddle-to-saddle dynamics in deep linear networks: Small initialization training, symmetry, and sparsity",
        "arXiv:2106.15933",
        2021,
        journal=True,
    ),
    "braun-2022": Paper(
        "braun2022exact",
        "Braun et al. 2022",
        "Lukas Braun and Clémentine Dominé and James Fitzgerald and Andrew Saxe",
        "Exact learning dynamics of deep linear networks with prior knowledge",
        SYSTEMS,
        2022,
    ),
    "domine-2025": Paper(
        "domine2025lazy",
        "Dominé et al. 2025",
        "Clémentine C. J. Dominé and Nicolas Anguita and Alexandra M. Proca and Lukas Braun and Daniel Kunin and "
        "Pedro A. M. Mediano and Andrew M. Saxe",
        "From lazy to rich: Exact learning dynamics in deep linear networks",
        LEARNING,
        2025,
    ),
    "gunasekar-2017": Paper(
        "gunasekar2017implicit",
        "Gunasekar et al. 2017",
        "Suriya Gunasekar and Blake Woodworth and Srinadh Bhojanapalli and Behnam Neyshabur and Nathan Srebro",
        "Implicit regularization in matrix factorization",
        SYSTEMS,
        2017,
    ),
    "woodworth-2020": Paper(
        "woodworth2020kernel",
        "Woodworth et al. 2020",
        "Blake Woodworth and Suriya Gunasekar and Jason D. Lee and Edward Moroshko and Pedro Savarese and Itay "
        "Golan and Daniel Soudry and Nathan Srebro",
        "Kernel and rich regimes in overparametrized models",
        "Conference on Learning Theory",
        2020,
    ),
    "azulay-2021": Paper(
        "azulay2021implicit",
        "Azulay et al. 2021",
        "Shahar Azulay and Edward Moroshko and Mor Shpigel Nacson and Blake Woodworth and Nathan Srebro and Amir "
        "Globerson and Daniel Soudry",
        "On the implicit bias of initialization shape: Beyond infinitesimal mirror descent",
        MACHINES,
        2021,
    ),
    "pesme-2021": Paper(
        "pesme2021implicit",
        "Pesme et al. 2021",
        "Scott Pesme and Loucas Pillaud-Vivien and Nicolas Flammarion",
        "Implicit bias of SGD for diagonal linear networks: a provable benefit of stochasticity",
        SYSTEMS,
        2021,
    ),
    "pesme-2023": Paper(
        "pesme2023saddle",
        "Pesme and Flammarion 2023",
        "Scott Pesme and Nicolas Flammarion",
        "Saddle-to-saddle dynamics in diagonal linear networks",
        SYSTEMS,
        2023,
    ),
    "lyu-2020": Paper(
        "lyu2020gradient",
        "Lyu and Li 2020",
        "Kaifeng Lyu and Jian Li",
        "Gradient descent maximizes the margin of homogeneous neural networks",
        LEARNING,
        2020,
    ),
    "ji-2019": Paper(
        "ji2019gradient",
        "Ji and Telgarsky 2019",
        "Ziwei Ji and Matus Telgarsky",
        "Gradient descent aligns the layers of deep linear networks",
        LEARNING,
        2019,
    ),
    "damian-2021": Paper(
        "damian2021label",
        "Damian et al. 2021",
        "Alex Damian and Tengyu Ma and Jason D. Lee",
        "Label noise SGD provably prefers flat global minimizers",
        SYSTEMS,
        2021,
    ),
    "cho-2009": Paper(
        "cho2009kernel",
        "Cho and Saul 2009",
        "Youngmin Cho and Lawrence K. Saul",
        "Kernel methods for deep learning",
        SYSTEMS,
        2009,
    ),
    "rahimi-2007": Paper(
        "rahimi2007random",
        "Rahimi and Recht 2007",
        "Ali Rahimi and Benjamin Recht",
        "Random features for large-scale kernel machines",
        SYSTEMS,
        2007,
    ),
    "williams-2001": Paper(
        "williams2001using",
        "Williams and Seeger 2001",
        "Christopher K. I. Williams and Matthias Seeger",
        "Using the Nyström method to speed up kernel machines",
        SYSTEMS,
        2001,
    ),
    "baldi-1989": Paper(
        "baldi1989neural",
        "Baldi and Hornik 1989",
        "Pierre Baldi and Kurt Hornik",
        "Neural networks and principal component analysis: Learning from examples without local minima",
        "Neural Networks",
        1989,
        journal=True,
    ),
    "atanasov-2022": Paper(
        "atanasov2022neural",
        "Atanasov et al. 2022",
        "Alexander Atanasov and Blake Bordelon and Cengiz Pehlevan",
        "Neural networks as kernel learners: The silent alignment effect",
        LEARNING,
        2022,
    ),
    "golub-1979": Paper(
        "golub1979generalized",
        "Golub et al. 1979",
        "Gene H. Golub and Michael Heath and Grace Wahba",
        "Generalized cross-validation as a method for choosing a good ridge parameter",
        "Technometrics",
        1979,
        journal=True,
    ),
    "rosen-1988": Paper(
        "vonrosen1988moments",
        "von Rosen 1988",
        "Dietrich von Rosen",
        "Moments for the inverted Wishart distribution",
        "Scandinavian Journal of Statistics",
        1988,
        journal=True,
    ),
    "marchenko-1967": Paper(
        "marchenko1967distribution",
        "Marchenko and Pastur 1967",
        "Vladimir A. Marchenko and Leonid A. Pastur",
        "Distribution of eigenvalues for some sets of random matrices",
        "Mathematics of the USSR-Sbornik",
        1967,
        journal=True,
    ),
    "simon-2023": Paper(
        "simon2023eigenlearning",
        "Simon et al. 2023",
        "James B. Simon and Madeline Dickens and Dhruva Karkada and Michael R. DeWeese",
        "The eigenlearning framework: A conservation law perspective on kernel ridge regression and wide neural "
        "networks",
        "Transactions on Machine Learning Research",
        2023,
        journal=True,
    ),
    "jacot-2018": Paper(
        "jacot2018neural",
        "Jacot et al. 2018",
        "Arthur Jacot and Franck Gabriel and Clément Hongler",
        "Neural tangent kernel: Convergence and generalization in neural networks",
        SYSTEMS,
        2018,
    ),
    "bietti-2019": Paper(
        "bietti2019inductive",
        "Bietti and Mairal 2019",
        "Alberto Bietti and Julien Mairal",
        "On the inductive bias of neural tangent kernels",
        SYSTEMS,
        2019,
    ),
    "ali-2019": Paper(
        "ali2019continuous",
        "Ali et al. 2019",
        "Alnur Ali and J. Zico Kolter and Ryan J. Tibshirani",
        "A continuous-time view of early stopping for least squares regression",
        "International Conference on Artificial Intelligence and Statistics",
        2019,
    ),
    "cohen-2021": Paper(
        "cohen2021gradient",
        "Cohen et al. 2021",
        "Jeremy M. Cohen and Simran Kaur and Yuanzhi Li and J. Zico Kolter and Ameet Talwalkar",
        "Gradient descent on neural networks typically occurs at the edge of stability",
        LEARNING,
        2021,
    ),
    "lewkowycz-2020": Paper(
        "lewkowycz2020large",
        "Lewkowycz et al. 2020",
        "Aitor Lewkowycz and Yasaman Bahri and Ethan Dyer and Jascha Sohl-Dickstein and Guy Gur-Ari",
        "The large learning rate phase of deep learning: the catapult mechanism",
        "arXiv:2003.02218",
        2020,
        journal=True,
    ),
    "wang-2022": Paper(
        "wang2022large",
        "Wang et al. 2022",
        "Yuqing Wang and Minshuo Chen and Tuo Zhao and Molei Tao",
        "Large learning rate tames homogeneity: Convergence and balancing effect",
        LEARNING,
        2022,
    ),
    "chen-2023": Paper(
        "chen2023beyond",
        "Chen and Bruna 2023",
        "Lei Chen and Joan Bruna",
        "Beyond the edge of stability via two-step gradient updates",
        MACHINES,
        2023,
    ),
    "kreisler-2023": Paper(
        "kreisler2023gradient",
        "Kreisler et al. 2023",
        "Itai Kreisler and Mor Shpigel Nacson and Daniel Soudry and Yair Carmon",
        "Gradient descent monotonically decreases the sharpness of gradient flow solutions in scalar networks and"
        " beyond",
        MACHINES,
        2023,
    ),
    "kunin-2021": Paper(
        "kunin2021neural",
        "Kunin et al. 2021",
        "Daniel Kunin and Javier Sagastuy-Brena and Surya Ganguli and Daniel L. K. Yamins and Hidenori Tanaka",
        "Neural mechanics: Symmetry and broken conservation laws in deep learning dynamics",
        LEARNING,
        2021,
    ),
    "tanaka-2021": Paper(
        "tanaka2021noether",
        "Tanaka and Kunin 2021",
        "Hidenori Tanaka and Daniel Kunin",
        "Noether's learning dynamics: Role of symmetry breaking in neural networks",
        SYSTEMS,
        2021,
    ),
    "marcotte-2023": Paper(
        "marcotte2023abide",
        "Marcotte et al. 2023",
        "Sibylle Marcotte and Rémi Gribonval and Gabriel Peyré",
        "Abide by the law and follow the flow: Conservation laws for gradient flows",
        SYSTEMS,
        2023,
    ),
    "du-2018": Paper(
        "du2018algorithmic",
        "Du et al. 2018",
        "Simon S. Du and Wei Hu and Jason D. Lee",
        "Algorithmic regularization in learning deep homogeneous models: Layers are automatically balanced",
        SYSTEMS,
        2018,
    ),
    "wan-2021": Paper(
        "wan2021spherical",
        "Wan et al. 2021",
        "Ruosi Wan and Zhanxing Zhu and Xiangyu Zhang and Jian Sun",
        "Spherical motion dynamics: Learning dynamics of normalized neural network using SGD and weight decay",
        SYSTEMS,
        2021,
    ),
    "mixon-2020": Paper(
        "mixon2020neural",
        "Mixon et al. 2020",
        "Dustin G. Mixon and Hans Parshall and Jianzong Pi",
        "Neural collapse with unconstrained features",
        "arXiv:2011.11619",
        2020,
        journal=True,
    ),
    "zhu-2021": Paper(
        "zhu2021geometric",
        "Zhu et al. 2021",
        "Zhihui Zhu and Tianyu Ding and Jinxin Zhou and Xiao Li and Chong You and Jeremias Sulam and Qing Qu",
        "A geometric analysis of neural collapse with unconstrained features",
        SYSTEMS,
        2021,
    ),
    "tirer-2022": Paper(
        "tirer2022extended",
        "Tirer and Bruna 2022",
        "Tom Tirer and Joan Bruna",
        "Extended unconstrained features model for exploring deep neural collapse",
        MACHINES,
        2022,
    ),
    "fang-2021": Paper(
        "fang2021exploring",
        "Fang et al. 2021",
        "Cong Fang and Hangfeng He and Qi Long and Weijie J. Su",
        "Exploring deep neural networks via layer-peeled model: Minority collapse in imbalanced training",
        "Proceedings of the National Academy of Sciences",
        2021,
        journal=True,
    ),
    "michaud-2023": Paper(
        "michaud2023quantization",
        "Michaud et al. 2023",
        "Eric J. Michaud and Ziming Liu and Uzay Girit and Max Tegmark",
        "The quantization model of neural scaling",
        SYSTEMS,
        2023,
    ),
    "maloney-2022": Paper(
        "maloney2022solvable",
        "Maloney et al. 2022",
        "Alexander Maloney and Daniel A. Roberts and James Sully",
        "A solvable model of neural scaling laws",
        "arXiv:2210.16859",
        2022,
        journal=True,
    ),
    "bordelon-2024": Paper(
        "bordelon2024dynamical",
        "Bordelon et al. 2024",
        "Blake Bordelon and Alexander Atanasov and Cengiz Pehlevan",
        "A dynamical model of neural scaling laws",
        MACHINES,
        2024,
    ),
    "paquette-2024": Paper(
        "paquette2024phases",
        "Paquette et al. 2024",
        "Elliot Paquette and Courtney Paquette and Lechao Xiao and Jeffrey Pennington",
        "4+3 phases of compute-optimal neural scaling laws",
        SYSTEMS,
        2024,
    ),
}
"""The papers, by name."""
