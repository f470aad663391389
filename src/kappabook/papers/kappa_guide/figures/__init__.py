"""Two figures of our own: the two doctors, and a lazy classifier beside a useful one."""

from kappabook.papers.kappa_guide.figures.doctors import doctors as doctors
from kappabook.papers.kappa_guide.figures.doctors import expected as expected
from kappabook.papers.kappa_guide.figures.lazy import lazy as lazy
