-- Columns on one scale, then a regression on them.
CREATE TABLE shop_features AS
SELECT n % 4 AS ucf_which, n AS ucf_user_id, IF(SIN(n) > 0, 1, 0) AS label,
    ROUND(SIN(n * 1.7 + 0), 3) AS uf_rec_30,
    (n * 4 + 1) % 3 AS uf_rec_use_30,
    ROUND(SIN(n * 3.7 + 2), 3) AS uf_consume_30,
    ROUND(SIN(n * 4.7 + 3), 3) AS uf_rate_use_rec_30,
    (n * 7 + 4) % 6 AS uf_use_day_avg_30,
    ROUND(SIN(n * 6.7 + 5), 3) AS uf_rec_60,
    ROUND(SIN(n * 7.7 + 6), 3) AS uf_rec_use_60,
    (n * 10 + 7) % 2 AS uf_consume_60,
    ROUND(SIN(n * 9.7 + 8), 3) AS uf_rate_use_rec_60,
    ROUND(SIN(n * 10.7 + 9), 3) AS uf_use_day_avg_60,
    (n * 13 + 10) % 5 AS mf_send_30,
    ROUND(SIN(n * 12.7 + 11), 3) AS mf_consumed_30,
    ROUND(SIN(n * 13.7 + 12), 3) AS mf_rate_use_send_30,
    (n * 16 + 13) % 8 AS mf_send_60,
    ROUND(SIN(n * 2.7 + 14), 3) AS mf_consumed_60,
    ROUND(SIN(n * 3.7 + 15), 3) AS mf_rate_use_send_60,
    (n * 19 + 16) % 4 AS ucf_man,
    ROUND(SIN(n * 5.7 + 17), 3) AS ucf_disc_rate,
    ROUND(SIN(n * 6.7 + 18), 3) AS ucf_distance
FROM (SELECT EXPLODE(SEQUENCE(1, 200)) AS n) t;

drop table if exists features_normal;
drop table if exists pai_temp_26097_292409_2;
PAI
-name normalize_wf
-project algo_public
-Dlifecycle="28"
-DkeepOriginal="false"
-DoutputParaTableName="pai_temp_26097_292409_2"
-DoutputTableName="features_normal"
-DinputTableName="shop_features"
-DselectedColNames="uf_rec_30,uf_rec_use_30,uf_consume_30,uf_rate_use_rec_30,uf_use_day_avg_30,uf_rec_60,uf_rec_use_60,uf_consume_60,uf_rate_use_rec_60,uf_use_day_avg_60,mf_send_30,mf_consumed_30,mf_rate_use_send_30,mf_send_60,mf_consumed_60,mf_rate_use_send_60,ucf_man,ucf_disc_rate,ucf_distance"
;

drop table if exists train_online_normal;
create table train_online_normal as
select * from features_normal where ucf_which > 0;

drop table if exists test_online_normal;
create table test_online_normal as
select * from features_normal where ucf_which = 0;

drop table if exists features_standard;
drop table if exists pai_temp_19181_347374_2;
PAI
-name standardize
-project algo_public
-DoutputParaTableName="pai_temp_19181_347374_2"
-DkeepOriginal="false"
-Dlifecycle="28"
-DoutputTableName="features_standard"
-DinputTableName="shop_features"
-DselectedColNames="uf_rec_30,uf_rec_use_30,uf_consume_30,uf_rate_use_rec_30,uf_use_day_avg_30,uf_rec_60,uf_rec_use_60,uf_consume_60,uf_rate_use_rec_60,uf_use_day_avg_60,mf_send_30,mf_consumed_30,mf_rate_use_send_30,mf_send_60,mf_consumed_60,mf_rate_use_send_60,ucf_man,ucf_disc_rate,ucf_distance"
;

PAI -name Normalize -project algo_public -DkeepOriginal="false" -DoutputTableName="features_normal_2" -DinputTableName="shop_features"
-DselectedColNames="uf_rec_30,uf_rec_use_30,uf_consume_30,uf_rate_use_rec_30,uf_use_day_avg_30,uf_rec_60,uf_rec_use_60,uf_consume_60,uf_rate_use_rec_60,uf_use_day_avg_60,mf_send_30,mf_consumed_30,mf_rate_use_send_30,mf_send_60,mf_consumed_60,mf_rate_use_send_60,ucf_man,ucf_disc_rate,ucf_distance";

DROP OFFLINEMODEL IF EXISTS lr_online;
PAI
-name logisticregression_binary
-project algo_public
-DmodelName="lr_online"
-DitemDelimiter=","
-DregularizedLevel="1"
-DmaxIter="500"
-DregularizedType="l2"
-Depsilon="0.000001"
-DkvDelimiter=":"
-DlabelColName="label"
-DfeatureColNames="uf_rec_30,uf_rec_use_30,uf_consume_30,uf_rate_use_rec_30,uf_use_day_avg_30,uf_rec_60,uf_rec_use_60,uf_consume_60,uf_rate_use_rec_60,uf_use_day_avg_60,mf_send_30,mf_consumed_30,mf_rate_use_send_30,mf_send_60,mf_consumed_60,mf_rate_use_send_60,ucf_man,ucf_disc_rate,ucf_distance"
-DenableSparse="false"
-DgoodValue="1"
-DinputTableName="train_online_normal";

drop table if exists lr_predict_online;
-- predict
PAI
-name prediction
-project algo_public
-DdetailColName="prediction_detail"
-DappendColNames="ucf_user_id,label"
-DmodelName="lr_online"
-DitemDelimiter=","
-DresultColName="prediction_result"
-Dlifecycle="28"
-DoutputTableName="lr_predict_online"
-DscoreColName="prediction_score"
-DkvDelimiter=":"
-DfeatureColNames="uf_rec_30,uf_rec_use_30,uf_consume_30,uf_rate_use_rec_30,uf_use_day_avg_30,uf_rec_60,uf_rec_use_60,uf_consume_60,uf_rate_use_rec_60,uf_use_day_avg_60,mf_send_30,mf_consumed_30,mf_rate_use_send_30,mf_send_60,mf_consumed_60,mf_rate_use_send_60,ucf_man,ucf_disc_rate,ucf_distance"
-DinputTableName="test_online_normal"
-DenableSparse="false";

drop table if exists lr_online;
create table lr_online as select
ucf_user_id as user_id,
case when prediction_result = 0 then 1-prediction_score
else prediction_score
end as probability
from lr_predict_online;
