{{ config(materialized='incremental', unique_key='order_date', incremental_strategy='merge') }}
select order_date, count(*) as orders from {{ ref('stg_orders') }}
{% if is_incremental() %}
where order_date >= (select max(order_date) from {{ this }})
{% endif %}
group by order_date
