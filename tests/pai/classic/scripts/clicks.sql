-- Variables for the names of tables and models, = after -name and -project, the cure of both at the end.
CREATE TABLE shoppers AS
SELECT n % 2 AS college_education, (n + 1) % 3 % 2 AS male, n % 5 AS clicks_in_1, n % 7 AS clicks_in_2, n % 3 AS clicks_in_3,
    IF(n % 5 + n % 7 > 5, 1, 0) AS clicks_in_category, n AS cid, n % 11 * 1.5D AS recency, n % 6 AS frequency,
    n % 4 * 100.25D AS totalspend
FROM (SELECT EXPLODE(SEQUENCE(1, 200)) AS n) t;
SETVAR LR_MODEL=click_model;
SETVAR TEMP_TABLE=shoppers;
SETVAR TEMP_TABLE1=shoppers_train;
SETVAR TEMP_TABLE2=shoppers_test;
SETVAR TEMP_TABLE3=shoppers_verbose;

drop offlinemodel if exists ${LR_MODEL};
drop table if exists ${TEMP_TABLE1};
drop table if exists ${TEMP_TABLE2};

pai -name split
    -project algo_public
    -DinputTableName=${TEMP_TABLE}
    -Doutput1TableName=${TEMP_TABLE1}
    -Doutput2TableName=${TEMP_TABLE2}
    -DrandomSeed=5
    -Dfraction=0.9;

pai -name logisticregression_binary
-project algo_public
-DmodelName=${LR_MODEL}
-DregularizedLevel=0.0
-DmaxIter=20
-DregularizedType=l2
-Depsilon=1e-5
-DlabelColName=clicks_in_category
-DfeatureColNames=college_education,male,clicks_in_1,clicks_in_2,clicks_in_3
-DgoodValue=1
-DinputTableName=${TEMP_TABLE1}
-DverboseTableName=${TEMP_TABLE3}
;

pai -name prediction
    -DmodelName=${LR_MODEL}
    -DinputTableName=${TEMP_TABLE2}
    -DoutputTableName=click_prediction
    -DappendColNames=clicks_in_category
;

pai -name=MultiClassEvaluation -project=algo_public
    -DoutputTableName=click_metric
    -DinputTableName=click_prediction
    -DlabelColName=clicks_in_category
    -DpredictionColName=prediction_result
    -DpredictionDetailColName=prediction_detail
;

pai -name=evaluate -project=algo_public
    -DoutputMetricTableName=output_metric_table
    -DoutputDetailTableName=output_detail_table
    -DinputTableName=click_prediction
    -DlabelColName=clicks_in_category
    -DscoreColName=prediction_score;

PAI -name confusionmatrix -project algo_public -DoutputTableName="click_confusion" -DlabelColName="clicks_in_category" -DpredictionColName="prediction_result" -DinputTableName="click_prediction";
 --显示混淆矩阵内容
 select * from click_confusion;

drop table if exists kmeans_center;
drop table if exists kmeans_idx;
pai -name kmeans
-project algo_public
-DinputTableName=shoppers
-DselectedColNames=recency,frequency,totalspend
-DcenterCount=8
-Dloop=20
-Daccuracy=0.00001
-DdistanceType=euclidean
-DinitCenterMethod=random
-DcenterTableName=kmeans_center
-DidxTableName=kmeans_idx
-Dseed=45738
-DappendColNames=cid
;

-- What programs write: a blank for = after a key, everything on one line.
pai -name kmeans -project algo_public -DinputTableName=shoppers -DcenterCount=3 -DmodelName kmeans_of_program -DidxTableName=kmeans_program_idx -DselectedColNames="recency,frequency" -DappendColNames="cid,male";

PAI -name AppendId -project algo_public -DIDColName="row_id" -DoutputTableName="shoppers_row_id" -DinputTableName="shoppers" -DselectedColNames="cid,male,recency";

PAI -name RandomSample -project algo_public -Dreplace="false" -DoutTableName="sub_shoppers" -DsampleSize="50" -DinputTableName="shoppers";
PAI -name StratifiedSample -project algo_public -Dlifecycle="1" -DoutputTableName="some_shoppers" -DsampleSize="0:10,1:12" -DstrataColName="male" -DinputTableName="shoppers";
PAI -name RandomSample -project algo_public -Dreplace="false" -Dlifecycle="1" -DoutputTableName="few_shoppers" -DsampleSize="100" -DinputTableName="shoppers";

drop table if exists wifi_train_;
PAI -name type_transform -project algo_public
-DinputTable="(SELECT cid, CAST(recency AS STRING) AS rssi FROM shoppers)"
-DselectedCols="rssi"
-Dpre_type="string"
-Dnew_type="double"
-DoutputTable="wifi_train_"
-Dlifecycle="28";

-- The client's own tests: maxiter, Epsilon, a model by the path of its project.
PAI -name=LogisticRegression  -DmodelName=p/offlinemodels/ball_mul1 -Dmaxiter=100 -DregularizedLevel=1 -DregularizedType=l1 -DlabelColName=clicks_in_category -DEpsilon=0.000001 -DfeatureColNames=male,clicks_in_1,clicks_in_2,clicks_in_3 -DgoodValue=1 -DinputTableName=p.shoppers;
PAI -name=LogisticRegression -cost -DmodelName=p/offlinemodels/ball_mul1 -Dmaxiter=100 -DregularizedLevel=1 -DregularizedType=l1 -DlabelColName=clicks_in_category -DEpsilon=0.000001 -DfeatureColNames=male,clicks_in_1,clicks_in_2,clicks_in_3 -DgoodValue=1 -DinputTableName=p.shoppers;
pai -name=AppendId -DinputTableName=shoppers -DoutputTableName=shoppers_appendid -DselectedColNames=male,cid -DIDColName=ID;
drop offlinemodel if exists ${LR_MODEL};
