{{ config(materialized='view') }}
select s.id, f.name, s.day, s.amount from {{ ref('sales') }} s join {{ ref('fruit') }} f on s.fruit_id = f.id
