"""Sheets before they are handed in: checked, forecast, suggested, each as far as its King can know."""
