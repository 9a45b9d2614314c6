{{ config(materialized='table') }}
select name, sum(amount) as total from {{ ref('sales_named') }} group by name
