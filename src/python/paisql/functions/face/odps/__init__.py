"""The package `odps` of users' functions: odps.udf and odps.distcache."""
