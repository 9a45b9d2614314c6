# The day's report, with that of the day before where there is one.
{
  echo "churn of $1"
  cat "data/profile_$1.txt"
  if [ -f "data/report_$2.txt" ]; then
    echo "the day before:"
    sed -n 's/^rows /  rows /p' "data/report_$2.txt"
  fi
} > "data/report_$1.txt"
cat "data/report_$1.txt"
