-- The forms of the vendor's manual: queries that make the input, long options with blanks, a stray semicolon.
create table dual as select 1 as one;
create table pai_rf_input as
select * from
(
select 1 as f0,2 as f1, "good" as class from dual
union all
select 1 as f0,3 as f1, "good" as class from dual
union all
select 1 as f0,4 as f1, "bad" as class from dual
union all
select 0 as f0,3 as f1, "good" as class from dual
union all
select 0 as f0,4 as f1, "bad" as class from dual
)tmp;

PAI -name randomforests
   -project algo_public
   -DinputTableName="pai_rf_input"
   -DmodelName="pai_rf_model"
   -DforceCategorical="f1"
   -DlabelColName="class"
   -DfeatureColNames="f0,f1"
   -DmaxRecordSize="100000"
   -DminNumPer="0"
   -DminNumObj="2"
   -DtreeNum="3";

PAI -name prediction
    -project algo_public
    -DinputTableName=pai_rf_input
    -DmodelName=pai_rf_model
    -DresultColName=prediction_result
    -DscoreColName=prediction_score
    -DdetailColName=prediction_detail
    -DappendColNames=f0,f1,class
    -DoutputTableName=pai_rf_told;

pai -name kmeans
    -project algo_public
    -DinputTableName=pai_rf_input
    -DselectedColNames=f0,f1
    -DappendColNames=f0,f1
    -DcenterCount=3
    -Dloop=10
    -Daccuracy=0.01
    -DdistanceType=euclidean
    -DinitCenterMethod=random
    -Dseed=1
    -DmodelName=pai_kmeans_model_
    -DidxTableName=pai_kmeans_idx;

drop table if exists lm_input;
create table lm_input as
select t.n * 10 as y, t.n * 0.97D + n % 3 as x from (select explode(sequence(1, 10)) as n) t;
drop offlinemodel if exists lm_model_out;
PAI -name linearregression
    -project algo_public
    -DinputTableName=lm_input
    -DfeatureColNames=x
    -DlabelColName=y
    -DmodelName=lm_model_out;
pai -name prediction
    -project algo_public
    -DinputTableName=lm_input
    -DmodelName=lm_model_out
    -DoutputTableName=lm_told
    -DappendColNames="y";

DROP table if exists boundary_info;
   PAI -name binning
   -project algo_public
   -DinputTableName=lm_input
   -DoutputTableName=boundary_info
   -DselectedColNames=x,y
   -DnDivide=20;

-- run pai to get pagerank result
drop table if exists dwd_pagerank;
create table ods_raw_pagerank as
select concat('u', t.n % 7) as from_user, concat('u', t.n % 5) as to_user, t.n % 3 + 1 as weight from (select explode(sequence(1, 30)) as n) t;

PAI -name PageRankWithWeight
    -project algo_public
    -DinputEdgeTableName=ods_raw_pagerank
    -DfromVertexCol=from_user
    -DtoVertexCol=to_user
    -DoutputTableName=dwd_pagerank
    -DhasEdgeWeight=true
    -DedgeWeightCol=weight
    -DmaxIter 100;

-- 类型转换-1
PAI -name type_transform_v1 -project algo_public -Dlifecycle="7" -DreserveOldFeat="false" -Ddefault_int_value="0" -Dcols_to_string="y" -DoutputTable="pai_temp_121068_1704050_1" -DinputTable="lm_input" -Ddefault_double_value="0.0";
-- 合并列-1
PAI -name AppendColumns -project algo_public -DautoRenameCol="False" -Dlifecycle="7" -DoutputTableName="pai_temp_121068_1704058_1" -DselectedColNamesList="y;x" -DinputTableNames="lm_input,pai_temp_121068_1704050_1" -DoutputTableColNames="number,other";
-- K均值聚类-1
PAI -name kmeans -project algo_public -DinitCenterMethod="random" -DcenterCount="3" -DkvDelimiter=":" -Daccuracy="0.1" -DselectedColNames="number..other" -DitemDelimiter="," -Dlifecycle="7" -DmodelName="xlab_m_KMeans_2_1704059_v0" -DenableSparse="false" -DclusterCountTableName="pai_temp_121068_1704059_3" -DidxTableName="pai_temp_121068_1704059_1" -Dloop="100" -DdistanceType="euclidean" -DcenterTableName="pai_temp_121068_1704059_4" -DinputTableName="pai_temp_121068_1704058_1" -DappendColNames="number";
