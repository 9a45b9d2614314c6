"""What users' functions import by names that are not ours."""
