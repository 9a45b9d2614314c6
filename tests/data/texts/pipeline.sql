-- 合并列-1
PAI -name AppendColumns -project algo_public -DautoRenameCol="False" -Dlifecycle="7"
    -DoutputTableName="pai_temp_1704058_1" -DselectedColNamesList="append_id;topic_0..topic_49"
    -DinputTableNames="pai_temp_1704055_1,pai_temp_1704056_5"
    -DoutputTableColNames="append_id,topic_0..topic_49";
-- K均值聚类-1
PAI -name kmeans -project algo_public -DinitCenterMethod="random" -DcenterCount="30" -DkvDelimiter=":"
    -Daccuracy="0.1" -DselectedColNames="topic_0..topic_49" -DitemDelimiter="," -Dlifecycle="7"
    -DmodelName="xlab_m_KMeans_2_1704059_v0" -DenableSparse="false"
    -DclusterCountTableName="pai_temp_1704059_3" -DidxTableName="pai_temp_1704059_1" -Dloop="100"
    -DdistanceType="euclidean" -DcenterTableName="pai_temp_1704059_4" -DinputTableName="pai_temp_1704058_1"
    -DappendColNames="append_id";
-- PLDA-1
PAI -name PLDA -project algo_public -DpdzTableName="pai_temp_1704056_4" -DtopicNum="50" -DkvDelimiter=":"
    -DselectedColNames="key_value" -DitemDelimiter="," -DburnInIterations="100"
    -DpzwTableName="pai_temp_1704056_3" -Dlifecycle="7" -DtotalIterations="150"
    -DpzdTableName="pai_temp_1704056_5" -DenableSparse="true" -DtopicWordTableName="pai_temp_1704056_1"
    -DpwzTableName="pai_temp_1704056_2" -Dalpha="0.1" -DpzTableName="pai_temp_1704056_6"
    -DinputTableName="pai_temp_1704055_1" -Dbeta="0.001";
-- 过滤与映射-1
drop table if exists pai_temp_1704057_1;
create table pai_temp_1704057_1 lifecycle 7
    as select * from pai_temp_1704050_1 t1 WHERE append_id=29 or append_id=11 or append_id=24 or append_id=16;
-- 字符串相似度-topN-1
drop table if exists pai_temp_1704060_1;
-- Word2Vec-1
drop table if exists pai_temp_1704092_1;
drop table if exists pai_temp_1704092_3;
drop table if exists pai_temp_1704092_2;
-- 类型转换-1
PAI -name type_transform_v1 -project algo_public -Dlifecycle="7" -DreserveOldFeat="false"
    -Ddefault_int_value="0" -Dcols_to_string="append_id" -DoutputTable="pai_temp_1704050_1"
    -DinputTable="pai_temp_1704049_1" -Ddefault_double_value="0.0";
-- Split Word-1
PAI -name split_word -project algo_public -DenablePosTagger="false" -DenableCheckPunctuation="false"
    -DselectedColNames="content" -DenableCheckCharSequence="false" -Dtokenizer="TAOBAO_CHN" -Dlifecycle="7"
    -DenableSemanticTagger="false" -DoutputTableName="pai_temp_1704051_1" -DenableCheckNumber="false"
    -DinputTableName="pai_temp_1704050_1";
-- 增加序号列-1
PAI -name AppendId -project algo_public -Dlifecycle="7" -DIDColName="append_id"
    -DoutputTableName="pai_temp_1704049_1" -DinputTableName="pai_inner_project.nlp_news_analyze";
-- 词频统计-1
PAI -name doc_word_stat -project algo_public -Dlifecycle="7" -DdocContent="content" -DdocId="append_id"
    -DinputTableName="pai_temp_1704053_1" -DoutputTableNameTriple="pai_temp_1704054_1"
    -DoutputTableNameMulti="pai_temp_1704054_2";
-- 三元组转kv-1
PAI -name triple_to_kv -project algo_public -Dlifecycle="7" -DindexOutputTableName="pai_temp_1704055_2"
    -DoutputTableName="pai_temp_1704055_1" -DkvDelimiter=":" -DidColName="append_id" -DpairDelimiter=","
    -DinputTableName="pai_temp_1704054_1" -DkeyColName="word" -DvalueColName="count";
-- 停用词过滤-1
PAI -name FilterNoise -project algo_public -Dlifecycle="7" -DoutputTableName="pai_temp_1704053_1"
    -DnoiseTableName="pai_inner_project.stop_words" -DselectedColNames="content"
    -DinputTableName="pai_temp_1704051_1";
