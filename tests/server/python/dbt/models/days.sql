{{ config(materialized='incremental', unique_key='day', incremental_strategy='merge') }}
select day, count(*) as n, {{ var('run') }} as run from {{ ref('sales_named') }}
{% if is_incremental() %}
where day >= (select max(day) from {{ this }})
{% endif %}
group by day
