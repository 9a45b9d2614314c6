# You can configure parameters as needed.
pai -name tensorflow1120_ext
    -project algo_public
    -Dscript= 'oss://<bucket_name>.<oss_host>*.tar.gz'
