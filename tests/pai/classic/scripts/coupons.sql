-- A contest of coupons: fill holes, train four kinds of first-level models, blend them by a regression.
CREATE TABLE offers AS
SELECT n AS user_id, n % 17 AS coupon_id, CONCAT('2016', LPAD(n % 28 + 1, 4, '0')) AS date_received,
    n % 3 AS part, IF(SIN(n * 1.7) + COS(n) * 0.3 > 0.2, 1, 0) AS label,
    IF((n + 0) % 11 = 0, NULL, ROUND(SIN(n * 1.7 + 0), 3)) AS user_receive_counts,
    (n * 4 + 1) % 3 AS user_receive_rate,
    IF((n + 2) % 11 = 0, NULL, ROUND(SIN(n * 3.7 + 2), 3)) AS user_consume_counts,
    ROUND(SIN(n * 4.7 + 3), 3) AS user_consume_rate,
    IF((n + 4) % 11 = 0, NULL, (n * 7 + 4) % 6) AS user_common_counts,
    ROUND(SIN(n * 6.7 + 5), 3) AS user_common_rate,
    IF((n + 6) % 11 = 0, NULL, ROUND(SIN(n * 7.7 + 6), 3)) AS user_merchant_counts,
    (n * 10 + 7) % 2 AS user_merchant_rate,
    IF((n + 8) % 11 = 0, NULL, ROUND(SIN(n * 9.7 + 8), 3)) AS user_day_counts,
    ROUND(SIN(n * 10.7 + 9), 3) AS user_day_rate,
    IF((n + 10) % 11 = 0, NULL, (n * 13 + 10) % 5) AS user_online_counts,
    ROUND(SIN(n * 12.7 + 11), 3) AS user_online_rate,
    IF((n + 12) % 11 = 0, NULL, ROUND(SIN(n * 13.7 + 12), 3)) AS merchant_receive_counts,
    (n * 16 + 13) % 8 AS merchant_receive_rate,
    IF((n + 14) % 11 = 0, NULL, ROUND(SIN(n * 2.7 + 14), 3)) AS merchant_consume_counts,
    ROUND(SIN(n * 3.7 + 15), 3) AS merchant_consume_rate,
    IF((n + 16) % 11 = 0, NULL, (n * 19 + 16) % 4) AS merchant_common_counts,
    ROUND(SIN(n * 5.7 + 17), 3) AS merchant_common_rate,
    IF((n + 18) % 11 = 0, NULL, ROUND(SIN(n * 6.7 + 18), 3)) AS merchant_user_counts,
    (n * 22 + 19) % 7 AS merchant_user_rate,
    IF((n + 20) % 11 = 0, NULL, ROUND(SIN(n * 8.7 + 20), 3)) AS merchant_day_counts,
    ROUND(SIN(n * 9.7 + 21), 3) AS merchant_day_rate,
    IF((n + 22) % 11 = 0, NULL, (n * 25 + 22) % 3) AS merchant_offline_counts,
    ROUND(SIN(n * 11.7 + 23), 3) AS merchant_offline_rate,
    IF((n + 24) % 11 = 0, NULL, ROUND(SIN(n * 12.7 + 24), 3)) AS coupon_receive_counts,
    (n * 28 + 25) % 6 AS coupon_receive_rate,
    IF((n + 26) % 11 = 0, NULL, ROUND(SIN(n * 1.7 + 26), 3)) AS coupon_consume_counts,
    ROUND(SIN(n * 2.7 + 27), 3) AS coupon_consume_rate,
    IF((n + 28) % 11 = 0, NULL, (n * 31 + 28) % 2) AS coupon_discount_counts,
    ROUND(SIN(n * 4.7 + 29), 3) AS coupon_discount_rate,
    IF((n + 30) % 11 = 0, NULL, ROUND(SIN(n * 5.7 + 30), 3)) AS coupon_floor_counts,
    (n * 34 + 31) % 5 AS coupon_floor_rate,
    IF((n + 32) % 11 = 0, NULL, ROUND(SIN(n * 7.7 + 32), 3)) AS coupon_week_counts,
    ROUND(SIN(n * 8.7 + 33), 3) AS coupon_week_rate,
    IF((n + 34) % 11 = 0, NULL, (n * 37 + 34) % 8) AS coupon_distance_counts,
    ROUND(SIN(n * 10.7 + 35), 3) AS coupon_distance_rate,
    IF((n + 36) % 11 = 0, NULL, ROUND(SIN(n * 11.7 + 36), 3)) AS days_distance,
    (n * 40 + 37) % 4 AS day_of_month,
    IF((n + 38) % 11 = 0, NULL, ROUND(SIN(n * 13.7 + 38), 3)) AS discount_man,
    ROUND(SIN(n * 1.7 + 39), 3) AS discount_jian,
    IF((n + 40) % 11 = 0, NULL, (n * 43 + 40) % 7) AS is_man_jian,
    ROUND(SIN(n * 3.7 + 41), 3) AS this_day_received
FROM (SELECT EXPLODE(SEQUENCE(1, 360)) AS n) t;

-- fill null with -999
drop table if exists d1_fillna;
drop table if exists d2_fillna;
drop table if exists d1;
drop table if exists d2;
create table d1 as select * from offers where part < 2;
create table d2 as select * from offers where part = 2;

PAI
-name FillMissingValues
-project algo_public
-Dconfigs="user_receive_counts,null,-999;user_receive_rate,null,-999;user_consume_counts,null,-999;user_consume_rate,null,-999;user_common_counts,null,-999;user_common_rate,null,-999;user_merchant_counts,null,-999;user_merchant_rate,null,-999;user_day_counts,null,-999;user_day_rate,null,-999;user_online_counts,null,-999;user_online_rate,null,-999;merchant_receive_counts,null,-999;merchant_receive_rate,null,-999;merchant_consume_counts,null,-999;merchant_consume_rate,null,-999;merchant_common_counts,null,-999;merchant_common_rate,null,-999;merchant_user_counts,null,-999;merchant_user_rate,null,-999;merchant_day_counts,null,-999;merchant_day_rate,null,-999;merchant_offline_counts,null,-999;merchant_offline_rate,null,-999;coupon_receive_counts,null,-999;coupon_receive_rate,null,-999;coupon_consume_counts,null,-999;coupon_consume_rate,null,-999;coupon_discount_counts,null,-999;coupon_discount_rate,null,-999;coupon_floor_counts,null,-999;coupon_floor_rate,null,-999;coupon_week_counts,null,-999;coupon_week_rate,null,-999;coupon_distance_counts,null,-999;coupon_distance_rate,null,-999;days_distance,null,-999;day_of_month,null,-999;discount_man,null,-999;discount_jian,null,-999;is_man_jian,null,-999;this_day_received,null,-999"
-DoutputTableName="d1_fillna"
-DinputTableName="d1";

PAI
-name FillMissingValues
-project algo_public
-Dconfigs="user_receive_counts,null,-999;user_receive_rate,null,-999;user_consume_counts,null,-999;user_consume_rate,null,-999;user_common_counts,null,-999;user_common_rate,null,-999;user_merchant_counts,null,-999;user_merchant_rate,null,-999;user_day_counts,null,-999;user_day_rate,null,-999;user_online_counts,null,-999;user_online_rate,null,-999;merchant_receive_counts,null,-999;merchant_receive_rate,null,-999;merchant_consume_counts,null,-999;merchant_consume_rate,null,-999;merchant_common_counts,null,-999;merchant_common_rate,null,-999;merchant_user_counts,null,-999;merchant_user_rate,null,-999;merchant_day_counts,null,-999;merchant_day_rate,null,-999;merchant_offline_counts,null,-999;merchant_offline_rate,null,-999;coupon_receive_counts,null,-999;coupon_receive_rate,null,-999;coupon_consume_counts,null,-999;coupon_consume_rate,null,-999;coupon_discount_counts,null,-999;coupon_discount_rate,null,-999;coupon_floor_counts,null,-999;coupon_floor_rate,null,-999;coupon_week_counts,null,-999;coupon_week_rate,null,-999;coupon_distance_counts,null,-999;coupon_distance_rate,null,-999;days_distance,null,-999;day_of_month,null,-999;discount_man,null,-999;discount_jian,null,-999;is_man_jian,null,-999;this_day_received,null,-999"
-DoutputParaTableName="fill_para"
-Dlifecycle="7"
-DoutputTableName="d2_fillna"
-DinputTableName="d2";

drop table if exists level1_xgb1_d2_pred;
drop table if exists level1_gbdt1_d2_pred;
drop table if exists level1_rf4_d2_pred;
DROP OFFLINEMODEL IF EXISTS level1_xgb1;
DROP OFFLINEMODEL IF EXISTS level1_gbdt1;
DROP OFFLINEMODEL IF EXISTS level1_rf4;

-- train
PAI
-name xgboost
-project algo_public
-Deta="0.008"
-Dobjective="binary:logistic" --"rank:pairwise"
-DitemDelimiter=","
-Dseed="0"
-Dnum_round="400"
-DlabelColName="label"
-DinputTableName="d1_fillna"  --输入表
-DenableSparse="false"
-Dmax_depth="8"
-Dsubsample="0.5"
-Dcolsample_bytree="0.6"
-DmodelName="level1_xgb1"  --输出模型
-Dgamma="0"
-Dlambda="50"
-DfeatureColNames="user_receive_counts,user_receive_rate,user_consume_counts,user_consume_rate,user_common_counts,user_common_rate,user_merchant_counts,user_merchant_rate,user_day_counts,user_day_rate,user_online_counts,user_online_rate,merchant_receive_counts,merchant_receive_rate,merchant_consume_counts,merchant_consume_rate,merchant_common_counts,merchant_common_rate,merchant_user_counts,merchant_user_rate,merchant_day_counts,merchant_day_rate,merchant_offline_counts,merchant_offline_rate,coupon_receive_counts,coupon_receive_rate,coupon_consume_counts,coupon_consume_rate,coupon_discount_counts,coupon_discount_rate,coupon_floor_counts,coupon_floor_rate,coupon_week_counts,coupon_week_rate,coupon_distance_counts,coupon_distance_rate,days_distance,day_of_month,discount_man,discount_jian,is_man_jian,this_day_received"
    --特征字段
-Dbase_score="0.11"
-Dmin_child_weight="1.1"
-DkvDelimiter=":";


-- predict d2_fillna

PAI
-name prediction
-project algo_public
-DdetailColName="prediction_detail"
-DappendColNames="user_id,coupon_id,date_received,label"
-DmodelName="level1_xgb1"  --模型
-DitemDelimiter=","
-DresultColName="prediction_result"
-Dlifecycle="28"
-DoutputTableName="level1_xgb1_d2_pred"  --输出表
-DscoreColName="prediction_score"
-DkvDelimiter=":"
-DfeatureColNames="user_receive_counts,user_receive_rate,user_consume_counts,user_consume_rate,user_common_counts,user_common_rate,user_merchant_counts,user_merchant_rate,user_day_counts,user_day_rate,user_online_counts,user_online_rate,merchant_receive_counts,merchant_receive_rate,merchant_consume_counts,merchant_consume_rate,merchant_common_counts,merchant_common_rate,merchant_user_counts,merchant_user_rate,merchant_day_counts,merchant_day_rate,merchant_offline_counts,merchant_offline_rate,coupon_receive_counts,coupon_receive_rate,coupon_consume_counts,coupon_consume_rate,coupon_discount_counts,coupon_discount_rate,coupon_floor_counts,coupon_floor_rate,coupon_week_counts,coupon_week_rate,coupon_distance_counts,coupon_distance_rate,days_distance,day_of_month,discount_man,discount_jian,is_man_jian,this_day_received"
    --特征字段
-DinputTableName="d2_fillna" --输入表
-DenableSparse="false";

-- train
PAI
-name GBDT_LR
-project algo_public
-DrandSeed="0"
-DfeatureSplitValueMaxSize="500"
-DminLeafSampleCount="10"
-Dshrinkage="0.01"
-DtreeCount="100"
-DmaxLeafCount="32"
-DlabelColName="label"
-DsampleRatio="0.6"
-DfeatureRatio="0.6"
-DmaxDepth="7"
-DinputTableName="d1_fillna"
-DmodelName="level1_gbdt1"
-DmetricType="2"
-DfeatureColNames="user_receive_counts,user_receive_rate,user_consume_counts,user_consume_rate,user_common_counts,user_common_rate,user_merchant_counts,user_merchant_rate,user_day_counts,user_day_rate,user_online_counts,user_online_rate,merchant_receive_counts,merchant_receive_rate,merchant_consume_counts,merchant_consume_rate,merchant_common_counts,merchant_common_rate,merchant_user_counts,merchant_user_rate,merchant_day_counts,merchant_day_rate,merchant_offline_counts,merchant_offline_rate,coupon_receive_counts,coupon_receive_rate,coupon_consume_counts,coupon_consume_rate,coupon_discount_counts,coupon_discount_rate,coupon_floor_counts,coupon_floor_rate,coupon_week_counts,coupon_week_rate,coupon_distance_counts,coupon_distance_rate,days_distance,day_of_month,discount_man,discount_jian,is_man_jian,this_day_received"
-DtestRatio="0.0";


--predict  d2_fillna

PAI
-name prediction
-project algo_public
-DdetailColName="prediction_detail"
-DappendColNames="user_id,coupon_id,date_received,label"
-DmodelName="level1_gbdt1"
-DitemDelimiter=","
-DresultColName="prediction_result"
-Dlifecycle="28"
-DoutputTableName="level1_gbdt1_d2_pred"
-DscoreColName="prediction_score"
-DkvDelimiter=":"
-DinputTableName="d2_fillna" --输入表
-DenableSparse="false";

--train
PAI
-name randomforests
-project algo_public
-DinputTableName="d1_fillna" --输入表
-DmodelName="level1_rf4"  --输出模型
-DlabelColName="label"
-DfeatureColNames="user_receive_counts,user_receive_rate,user_consume_counts,user_consume_rate,user_common_counts,user_common_rate,user_merchant_counts,user_merchant_rate,user_day_counts,user_day_rate,user_online_counts,user_online_rate,merchant_receive_counts,merchant_receive_rate,merchant_consume_counts,merchant_consume_rate,merchant_common_counts,merchant_common_rate,merchant_user_counts,merchant_user_rate,merchant_day_counts,merchant_day_rate,merchant_offline_counts,merchant_offline_rate,coupon_receive_counts,coupon_receive_rate,coupon_consume_counts,coupon_consume_rate,coupon_discount_counts,coupon_discount_rate,coupon_floor_counts,coupon_floor_rate,coupon_week_counts,coupon_week_rate,coupon_distance_counts,coupon_distance_rate,days_distance,day_of_month,discount_man,discount_jian,is_man_jian,this_day_received"
-DtreeNum="70"
-DalgorithmTypes="30,65"
-DrandomColNum="35"
-DminNumObj="20"
-DmaxTreeDeep="8"
-DmaxRecordSize="700000";

--predict  d2_fillna

PAI
-name prediction
-project algo_public
-DdetailColName="prediction_detail"
-DappendColNames="user_id,coupon_id,date_received,label"
-DmodelName="level1_rf4"  --模型
-DitemDelimiter=","
-DresultColName="prediction_result"
-Dlifecycle="28"
-DoutputTableName="level1_rf4_d2_pred"  --输出表
-DscoreColName="prediction_score"
-DkvDelimiter=":"
-DinputTableName="d2_fillna" --输入表
-DenableSparse="false";

-- level 2
drop table if exists level2_d2;
create table level2_d2 as select a.user_id,a.coupon_id,a.date_received,a.label,
case when a.prediction_result=0 then 1.0-a.prediction_score else a.prediction_score end as xgb1,
case when b.prediction_result=0 then 1.0-b.prediction_score else b.prediction_score end as gbdt1,
if(c.prediction_result=0,1-c.prediction_score,c.prediction_score) as rf4
from level1_xgb1_d2_pred a join level1_gbdt1_d2_pred b on a.user_id=b.user_id join level1_rf4_d2_pred c on a.user_id=c.user_id;

drop table if exists lr_pred;
DROP OFFLINEMODEL IF EXISTS lr_1;


-- train
PAI
-name LogisticRegression
-project algo_public
-DmodelName="lr_1"
-DregularizedLevel="1.0"
-DmaxIter="100"
-DregularizedType="l2"
-Depsilon="0.000001"
-DlabelColName="label"
-DgoodValue="1"
-DinputTableName="level2_d2"
-DfeatureColNames="rf4,xgb1,gbdt1";


-- predict
PAI
-name prediction
-project algo_public
-DdetailColName="prediction_detail"
-DappendColNames="user_id,coupon_id,date_received,label"
-DmodelName="lr_1"
-DitemDelimiter=","
-DresultColName="prediction_result"
-Dlifecycle="28"
-DoutputTableName="lr_pred"
-DscoreColName="prediction_score"
-DkvDelimiter=":"
-DfeatureColNames="rf4,xgb1,gbdt1"
-DinputTableName="level2_d2"
-DenableSparse="false";

drop table if exists coupon_result;
create table coupon_result as select user_id,coupon_id,date_received,
case when prediction_result=0 then 1.0-prediction_score else prediction_score end as probability from lr_pred;
select count(*) from coupon_result;

PAI -name evaluate -project algo_public
-DlabelColName="label" -DscoreColName="prediction_score" -DpositiveLabel="1"
-DoutputMetricTableName="coupon_metric" -DoutputDetailTableName="coupon_detail" -DbinCount="100"
-DinputTableName="lr_pred";
