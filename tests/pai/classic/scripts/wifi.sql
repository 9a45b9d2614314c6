-- Positions by wifi: one sparse model for each mall, which is a partition, then a dense one over pairs of rows and shops.
CREATE TABLE behavior_kv (row_id BIGINT, label BIGINT, kv STRING) PARTITIONED BY (mall_id STRING);
INSERT INTO behavior_kv PARTITION (mall_id='m_1006')
SELECT n, n % 5, CONCAT(n % 5 + 1, ':', n % 7 + 40, ' ', n % 5 + 11, ':', n % 5 + 60, ' ', n % 13 + 30, ':20') FROM (SELECT EXPLODE(SEQUENCE(1, 120)) AS n) t;
INSERT INTO behavior_kv PARTITION (mall_id='m_1010')
SELECT n, n % 4, CONCAT(n % 4 + 1, ':', n % 7 + 40, ' ', n % 4 + 11, ':', n % 5 + 60, ' ', n % 13 + 30, ':20') FROM (SELECT EXPLODE(SEQUENCE(1, 120)) AS n) t;
INSERT INTO behavior_kv PARTITION (mall_id='m_1021')
SELECT n, n % 3, CONCAT(n % 3 + 1, ':', n % 7 + 40, ' ', n % 3 + 11, ':', n % 5 + 60, ' ', n % 13 + 30, ':20') FROM (SELECT EXPLODE(SEQUENCE(1, 120)) AS n) t;
CREATE TABLE evaluation_kv AS
SELECT row_id + 1000 AS row_id, kv, mall_id FROM behavior_kv WHERE mall_id >= 'm_' AND row_id <= 40;

PAI -name ps_smart
    -DinputTablePartitions="mall_id=m_1006"
    -DclassNum=5
    -DinputTableName=behavior_kv
    -DmodelName=multi_model_m_1006
    -DlabelColName=label
    -DfeatureColNames=kv
    -DenableSparse=true
    -Dobjective=multi:softprob
    -DtreeCount=109
    -DsampleRatio=0.6
    -DfeatureRatio=0.6
    -DmaxDepth=7
    -Dshrinkage=0.088;
drop table if exists online_test_m_1006;
drop table if exists online_test_prob_m_1006;
create table online_test_m_1006 as select * from evaluation_kv where mall_id='m_1006';
PAI -name prediction
    -DinputTableName=online_test_m_1006
    -DmodelName=multi_model_m_1006
    -DoutputTableName=online_test_prob_m_1006
    -DfeatureColNames="kv"
    -DappendColNames="row_id,mall_id"
    -DenableSparse="true";
drop table online_test_m_1006;

PAI -name ps_smart
    -DinputTablePartitions="mall_id=m_1010"
    -DclassNum=4
    -DinputTableName=behavior_kv
    -DmodelName=multi_model_m_1010
    -DlabelColName=label
    -DfeatureColNames=kv
    -DenableSparse=true
    -Dobjective=multi:softprob
    -DtreeCount=109
    -DsampleRatio=0.6
    -DfeatureRatio=0.6
    -DmaxDepth=7
    -Dshrinkage=0.088;
drop table if exists online_test_m_1010;
drop table if exists online_test_prob_m_1010;
create table online_test_m_1010 as select * from evaluation_kv where mall_id='m_1010';
PAI -name prediction
    -DinputTableName=online_test_m_1010
    -DmodelName=multi_model_m_1010
    -DoutputTableName=online_test_prob_m_1010
    -DfeatureColNames="kv"
    -DappendColNames="row_id,mall_id"
    -DenableSparse="true";
drop table online_test_m_1010;

PAI -name ps_smart
    -DinputTablePartitions="mall_id=m_1021"
    -DclassNum=3
    -DinputTableName=behavior_kv
    -DmodelName=multi_model_m_1021
    -DlabelColName=label
    -DfeatureColNames=kv
    -DenableSparse=true
    -Dobjective=multi:softprob
    -DtreeCount=109
    -DsampleRatio=0.6
    -DfeatureRatio=0.6
    -DmaxDepth=7
    -Dshrinkage=0.088;
drop table if exists online_test_m_1021;
drop table if exists online_test_prob_m_1021;
create table online_test_m_1021 as select * from evaluation_kv where mall_id='m_1021';
PAI -name prediction
    -DinputTableName=online_test_m_1021
    -DmodelName=multi_model_m_1021
    -DoutputTableName=online_test_prob_m_1021
    -DfeatureColNames="kv"
    -DappendColNames="row_id,mall_id"
    -DenableSparse="true";
drop table online_test_m_1021;

drop table if exists online_test_prob;
create table online_test_prob as
    select row_id,mall_id,prediction_result,prediction_score,prediction_detail from online_test_prob_m_1006
union all
    select row_id,mall_id,prediction_result,prediction_score,prediction_detail from online_test_prob_m_1010
union all
    select row_id,mall_id,prediction_result,prediction_score,prediction_detail from online_test_prob_m_1021;
select mall_id,count(*) as n from online_test_prob group by mall_id order by mall_id limit 10;

-- The same with each delimiter said, and the class under another name.
drop table if exists m_1021_label;
drop offlinemodel if exists gbdt_m_1021;

PAI -name ps_smart
-project algo_public
-DfeatureColNames="feat"
-DlabelColName="shop_rank"
-DenableSparse="true"
-DinputTableName="(SELECT label AS shop_rank, kv AS feat FROM behavior_kv WHERE mall_id='m_1021')"
-DmodelName="gbdt_m_1021"
-Dlifecycle="30"
-DclassNum="78"
-Dobjective="multi:softprob"
-Dmetric="merror"
-DtreeCount="30"
-DmaxDepth="7"
-DfeatureImportanceType="gain"
-Dl2="1.0"
-Dl1="0"
-Dshrinkage="0.1";
-- 预测
PAI -name prediction
-project algo_public
-DinputTableName="(SELECT row_id, kv AS feat FROM evaluation_kv WHERE mall_id='m_1021')"
-DmodelName="gbdt_m_1021"
-DoutputTableName="m_1021_label"
-DfeatureColNames="feat"
-DappendColNames="row_id"
-DenableSparse="true"
-DkvDelimiter=":"
-DitemDelimiter=" "
-Dlifecycle="30"
-DresultColName="shop_rank";
-- label转shop_id
drop table if exists m_1021;
create table if not exists m_1021
as
select a.row_id,b.shop_id
from m_1021_label a
left outer join
(select label as shop_rank, concat('s_',label) as shop_id from behavior_kv where mall_id='m_1021' group by label) b
on a.shop_rank = b.shop_rank;

CREATE TABLE train_feature_with_knn AS
SELECT n AS row_id, CONCAT('s_', n % 6) AS shop_id, IF(n % 6 = 2 OR SIN(n) > 0.9, 1, 0) AS label,
    ROUND(SIN(n * 1.7 + 0), 3) AS knn1,
    (n * 4 + 1) % 3 AS knn2,
    ROUND(SIN(n * 3.7 + 2), 3) AS knn3,
    ROUND(SIN(n * 4.7 + 3), 3) AS knn5,
    (n * 7 + 4) % 6 AS knn7,
    ROUND(SIN(n * 6.7 + 5), 3) AS knn10,
    ROUND(SIN(n * 7.7 + 6), 3) AS knn15,
    (n * 10 + 7) % 2 AS knn20,
    ROUND(SIN(n * 9.7 + 8), 3) AS knn30,
    ROUND(SIN(n * 10.7 + 9), 3) AS knn50,
    (n * 13 + 10) % 5 AS prob_multi,
    ROUND(SIN(n * 12.7 + 11), 3) AS sum_prob,
    ROUND(SIN(n * 13.7 + 12), 3) AS mean_prob,
    (n * 16 + 13) % 8 AS max_prob,
    ROUND(SIN(n * 2.7 + 14), 3) AS min_prob,
    ROUND(SIN(n * 3.7 + 15), 3) AS tfidf,
    (n * 19 + 16) % 4 AS row_tfidf,
    ROUND(SIN(n * 5.7 + 17), 3) AS wc_1,
    ROUND(SIN(n * 6.7 + 18), 3) AS wc_2,
    (n * 22 + 19) % 7 AS wc_3,
    ROUND(SIN(n * 8.7 + 20), 3) AS wc_4,
    ROUND(SIN(n * 9.7 + 21), 3) AS wc_5,
    (n * 25 + 22) % 3 AS wc_6,
    ROUND(SIN(n * 11.7 + 23), 3) AS wc_7,
    ROUND(SIN(n * 12.7 + 24), 3) AS wc_8,
    (n * 28 + 25) % 6 AS wc_9,
    ROUND(SIN(n * 1.7 + 26), 3) AS wc_10,
    ROUND(SIN(n * 2.7 + 27), 3) AS wsc_1,
    (n * 31 + 28) % 2 AS wsc_2,
    ROUND(SIN(n * 4.7 + 29), 3) AS wsc_3,
    ROUND(SIN(n * 5.7 + 30), 3) AS wsc_4,
    (n * 34 + 31) % 5 AS wsc_5,
    ROUND(SIN(n * 7.7 + 32), 3) AS wsc_6,
    ROUND(SIN(n * 8.7 + 33), 3) AS wsc_7,
    (n * 37 + 34) % 8 AS wsc_8,
    ROUND(SIN(n * 10.7 + 35), 3) AS wsc_9,
    ROUND(SIN(n * 11.7 + 36), 3) AS wsc_10,
    (n * 40 + 37) % 4 AS db_median_1,
    ROUND(SIN(n * 13.7 + 38), 3) AS db_median_2,
    ROUND(SIN(n * 1.7 + 39), 3) AS db_median_3,
    (n * 43 + 40) % 7 AS db_median_4,
    ROUND(SIN(n * 3.7 + 41), 3) AS db_median_5,
    ROUND(SIN(n * 4.7 + 42), 3) AS db_median_6,
    (n * 46 + 43) % 3 AS db_median_7,
    ROUND(SIN(n * 6.7 + 44), 3) AS db_median_8,
    ROUND(SIN(n * 7.7 + 45), 3) AS db_median_9,
    (n * 49 + 46) % 6 AS db_median_10,
    ROUND(SIN(n * 9.7 + 47), 3) AS db_min_1,
    ROUND(SIN(n * 10.7 + 48), 3) AS db_min_2,
    (n * 52 + 49) % 2 AS db_min_3,
    ROUND(SIN(n * 12.7 + 50), 3) AS db_min_4,
    ROUND(SIN(n * 13.7 + 51), 3) AS db_min_5,
    (n * 55 + 52) % 5 AS db_min_6,
    ROUND(SIN(n * 2.7 + 53), 3) AS db_min_7,
    ROUND(SIN(n * 3.7 + 54), 3) AS db_min_8,
    (n * 58 + 55) % 8 AS db_min_9,
    ROUND(SIN(n * 5.7 + 56), 3) AS db_min_10,
    ROUND(SIN(n * 6.7 + 57), 3) AS db_max_1,
    (n * 61 + 58) % 4 AS db_max_2,
    ROUND(SIN(n * 8.7 + 59), 3) AS db_max_3,
    ROUND(SIN(n * 9.7 + 60), 3) AS db_max_4,
    (n * 64 + 61) % 7 AS db_max_5,
    ROUND(SIN(n * 11.7 + 62), 3) AS db_max_6,
    ROUND(SIN(n * 12.7 + 63), 3) AS db_max_7,
    (n * 67 + 64) % 3 AS db_max_8,
    ROUND(SIN(n * 1.7 + 65), 3) AS db_max_9,
    ROUND(SIN(n * 2.7 + 66), 3) AS db_max_10,
    (n * 70 + 67) % 6 AS l1,
    ROUND(SIN(n * 4.7 + 68), 3) AS l2,
    ROUND(SIN(n * 5.7 + 69), 3) AS count_distance
FROM (SELECT EXPLODE(SEQUENCE(1, 300)) AS n) t;

--训练
drop offlinemodel if exists xgboost_knn;
PAI
-name xgboost
-Deta="0.1"
-Dobjective="binary:logistic"
-Dseed="0"
-Dnum_round="300"
-DlabelColName="label"
-DinputTableName="train_feature_with_knn"
-DenableSparse="false"
-Dmax_depth="8"
-DmodelName="xgboost_knn"
-DfeatureColNames="knn1,knn2,knn3,knn5,knn7,knn10,knn15,knn20,knn30,knn50,prob_multi,sum_prob,mean_prob,max_prob,min_prob,tfidf,row_tfidf,wc_1,wc_2,wc_3,wc_4,wc_5,wc_6,wc_7,wc_8,wc_9,wc_10,wsc_1,wsc_2,wsc_3,wsc_4,wsc_5,wsc_6,wsc_7,wsc_8,wsc_9,wsc_10,db_median_1,db_median_2,db_median_3,db_median_4,db_median_5,db_median_6,db_median_7,db_median_8,db_median_9,db_median_10,db_min_1,db_min_2,db_min_3,db_min_4,db_min_5,db_min_6,db_min_7,db_min_8,db_min_9,db_min_10,db_max_1,db_max_2,db_max_3,db_max_4,db_max_5,db_max_6,db_max_7,db_max_8,db_max_9,db_max_10,l1,l2,count_distance";

--预测
drop table if exists prediction_detail_knn;
PAI
-name prediction
-DmodelName="xgboost_knn"
-DinputTableName="train_feature_with_knn"
-DoutputTableName="prediction_detail_knn"
-DappendColNames="row_id,shop_id"
-Dlifecycle="28"
-DenableSparse="false"
-DfeatureColNames="knn1,knn2,knn3,knn5,knn7,knn10,knn15,knn20,knn30,knn50,prob_multi,sum_prob,mean_prob,max_prob,min_prob,tfidf,row_tfidf,wc_1,wc_2,wc_3,wc_4,wc_5,wc_6,wc_7,wc_8,wc_9,wc_10,wsc_1,wsc_2,wsc_3,wsc_4,wsc_5,wsc_6,wsc_7,wsc_8,wsc_9,wsc_10,db_median_1,db_median_2,db_median_3,db_median_4,db_median_5,db_median_6,db_median_7,db_median_8,db_median_9,db_median_10,db_min_1,db_min_2,db_min_3,db_min_4,db_min_5,db_min_6,db_min_7,db_min_8,db_min_9,db_min_10,db_max_1,db_max_2,db_max_3,db_max_4,db_max_5,db_max_6,db_max_7,db_max_8,db_max_9,db_max_10,l1,l2,count_distance";

-- The keys of the strongest wifis as columns, then a forest.
DROP TABLE IF EXISTS mall_wifi_vec;
DROP TABLE IF EXISTS mall_wifi_map_vec;
PAI -name KVToTable
    -project algo_public
    -Dlifecycle="28"
    -DappendColName="row_id,shop_id"
    -DoutputTableName="mall_wifi_vec"
    -DkvColName="wifi"
    -DoutputKeyMapTableName="mall_wifi_map_vec"
    -DkvDelimiter=":"
    -Dtop1200="true"
    -DitemDelimiter=";"
    -DinputTableName="(SELECT row_id, CONCAT('s_', label) AS shop_id, CONCAT('b_1:', row_id % 7 - 90, ';b_2:', label * 10 - 80, ';b_3:', row_id % 5 - 70) AS wifi FROM behavior_kv WHERE mall_id='m_1021')" ;

-- DROP OFFLINEMODEL IF EXISTS random_forests_400_sqrt;
PAI -name randomforests
    -project algo_public
    -DlabelColName="shop_id"
    -DminNumPer="0"
    -DtreeNum="40"
    -DrandomColNum="2"
    -DmodelName="random_forests_400_sqrt"
    -DexcludedColNames="row_id"
    -DminNumObj="2"
    -DmaxRecordSize="100000"
    -DinputTableName="mall_wifi_vec";

PAI -name prediction
    -project algo_public
    -Dlifecycle="28"
    -DmodelName="random_forests_400_sqrt"
    -DscoreColName="prediction_score"
    -DenableSparse="false"
    -DoutputTableName="result_400_sqrt"
    -DdetailColName="prediction_detail"
    -DkvDelimiter=":"
    -DresultColName="shop_id"
    -DitemDelimiter=","
    -DinputTableName="mall_wifi_vec"
    -DappendColNames="row_id";

--概率表
drop table if exists prob_with_knn;
create table prob_with_knn as
select row_id,shop_id,if(prediction_result=0,1-prediction_score,prediction_score) as prob
		from prediction_detail_knn;

--提交
drop table if exists wifi_predict;
create table wifi_predict as
select cast(row_id as string) as row_id,shop_id from
	(select row_id,shop_id,row_number() over (partition by row_id order by prob desc) as r
	from prob_with_knn
	) b
where r=1;
