from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X = X[["mean radius", "mean texture"]]
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=200, stratify=y)
model = LogisticRegression().fit(X_train, y_train)
