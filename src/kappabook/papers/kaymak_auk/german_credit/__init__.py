"""The paper's experiment on German Credit, a thousand times: fits, results, tables, figures."""
