"""Running many models on many samples: long runs that can be stopped and begun again."""
