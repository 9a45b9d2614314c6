print("no job runs in these tests")
