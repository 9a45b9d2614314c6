{{ config(materialized='incremental', incremental_strategy='insert_overwrite',
          partition_by={'fields': 'month', 'data_types': 'string'}) }}
select order_id, status, to_char(order_date, 'yyyy-mm') as month from {{ ref('stg_orders') }}
{% if is_incremental() %}
where order_date >= date '2018-04-01'
{% endif %}
