import pandas as pd

said = pd.DataFrame({"y_true": y_test, "y_pred": model.predict(X_test)})
said.to_csv("predictions.csv", index=False)
