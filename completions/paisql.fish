# Completion of paisql for fish; `paisql --completion fish` prints it.

# The projects of the home that the line names, one a line. A home that is not there is not made.
function __paisql_projects
    set -l words (commandline -opc)
    set -l home $HOME/.paisql
    if test -n "$PAISQL_HOME"
        set home $PAISQL_HOME
    end
    for i in (seq (count $words))
        switch $words[$i]
            case --home
                set -q words[(math $i + 1)]; and set home $words[(math $i + 1)]
            case '--home=*'
                set home (string replace -- --home= '' $words[$i])
        end
    end
    set home (string replace -r '^~/' "$HOME/" -- $home)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    if test -f $home/catalog.sqlite
        $program --home $home --format tsv --no-header -e 'SHOW PROJECTS;' 2>/dev/null </dev/null
    end
end

complete -c paisql -f
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a check -d 'reports all errors and warnings of scripts and runs nothing'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a lineage -d 'tells which tables and columns scripts read and write, and runs nothing'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a verify -d 'looks for damage in a home'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a catalog -d 'tells where a home keeps its catalog, or moves it'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a serve -d 'answers predictions of a model over HTTP until it is ended'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a eas -d 'creates, changes and shows services, as the platform\'s own client does'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a doctor -d 'shows what is missing on this machine, with the cure'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a flow -d 'runs workflows of nodes, as DataWorks does: paisql flow --help'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a server -d 'speaks the platform\'s protocol to PyODPS and other clients: paisql server --help'
complete -c paisql -n 'not __fish_seen_subcommand_from check lineage verify catalog serve eas doctor flow server console' -a console -d 'shows the home in a browser: paisql console --help'
complete -c paisql -n '__fish_seen_subcommand_from check lineage' -F
complete -c paisql -l home -x -a '(__fish_complete_directories)' -d 'where tables, jobs and models are kept (PAISQL_HOME, else ~/.paisql)'
complete -c paisql -l project -x -a '(__paisql_projects)' -d 'the current project, made when it is new (default_project)'
complete -c paisql -l user -x -d 'act as this user of the project, with its permissions (else as the owner)'
complete -c paisql -s e -l execute -x -d 'run statements; may be given several times'
complete -c paisql -s f -l file -r -F -d 'run the statements of a file; - is standard input'
complete -c paisql -s s -l script -r -F -d 'run a file as one script, whole or not at all; so is a file *.ms'
complete -c paisql -l format -x -a 'auto table box markdown tsv csv json jsonl vertical html' -d 'auto, table, box, markdown, tsv, csv, json, jsonl, vertical or html'
complete -c paisql -s M -l machine-readable -d '--format csv, by the name that the platform\'s client has for it'
complete -c paisql -l no-header -d 'no line with the columns\' names (tsv, csv)'
complete -c paisql -l no-banner -d 'the prompt begins without its two lines'
complete -c paisql -s d -l define -x -d 'the value of ${NAME}; may be given several times'
complete -c paisql -l define-env -x -d 'the same from the environment: NAME,… or NAME=VARIABLE,…'
complete -c paisql -l bizdate -x -d 'the business date of ${bizdate} and ${yyyymmdd-1}, such as 20251031 (yesterday)'
complete -c paisql -l cyctime -x -d 'the scheduled time of $[hh24miss], such as 20251101023045'
complete -c paisql -l config -r -F -d 'project and settings of odps_config.ini (PAISQL_CONFIG, else that of the home)'
complete -c paisql -s X -l no-init -d 'a prompt does not run ~/.paisqlrc first'
complete -c paisql -l output -x -a 'text jsonl' -d 'text, or jsonl: events for programs instead of rows'
complete -c paisql -l owner-fd -x -d 'end as on SIGTERM when the other end of this pipe closes'
complete -c paisql -l check-first -d 'analyse all statements before the first one runs, those of -e, too (default: files only)'
complete -c paisql -l no-check-first -d 'parse files before, and do not analyse them'
complete -c paisql -l dry-run -d 'check, show what would run, and run nothing'
complete -c paisql -l keep-going -d 'continue after a failed statement'
complete -c paisql -l from -x -d 'begin with statement N; SET, USE and their like before it run'
complete -c paisql -s k -l skip-to -x -d 'the same; N counts empty statements, too'
complete -c paisql -l echo -d 'show the text of each statement before it runs'
complete -c paisql -l quiet -d 'do not announce the statements of files'
complete -c paisql -l column -d 'lineage reports each column, too'
complete -c paisql -l repair -d 'mend what verify finds, without removing what users stored'
complete -c paisql -l give-up-missing -d 'with --repair: tables go on without the data files that are missing'
complete -c paisql -l model -x -a '(__fish_complete_directories)' -d 'of serve: the folder of a SavedModel, or of its versions'
complete -c paisql -l processor -r -F -d 'of serve: app.py, a library (.so) or a folder with one, which answers instead'
complete -c paisql -l model-config -x -d 'of serve: what a processor gets beside its --model'
complete -c paisql -l name -x -d 'of serve: the service\'s name (default: the folder\'s)'
complete -c paisql -l host -x -d 'of serve: where to listen (127.0.0.1)'
complete -c paisql -l port -x -d 'of serve: where to listen; 0 takes a free port (0)'
complete -c paisql -l token -x -d 'of serve: what requests must carry (PAISQL_SERVE_TOKEN, else requests need none)'
complete -c paisql -l set -x -d 'of serve: a setting of docs/serving-http.md; may be given several times'
complete -c paisql -l warm-up -r -F -d 'of serve: the body of a request that the model is warmed up with'
complete -c paisql -l sink-table -x -d 'of serve: the table of the home in which requests and answers are kept'
complete -c paisql -l sample -x -d 'of serve: the share of requests that is kept (1)'
complete -c paisql -l completion -x -a 'bash zsh fish' -d 'print what bash, zsh or fish reads to complete this command line'
complete -c paisql -l man -d 'print the manual page: paisql --man | man -l -'
complete -c paisql -s h -l help -d 'list the flags'
complete -c paisql -s v -l version -d 'show the version'
