-- Risky pages: words are counted, weighed, joined to sparse rows and classified.
CREATE TABLE pages AS
SELECT n AS id, CONCAT('我们的商店提供', IF(n % 3 = 0, '游戏和彩票,快来投注', IF(n % 3 = 1, '银行卡办理和复制', '新闻和公园里的茶')), n % 5, '。') AS `_c1`,
    IF(n % 3 = 0, 'gambling', IF(n % 3 = 1, 'fake_card', 'normal')) AS risk
FROM (SELECT EXPLODE(SEQUENCE(1, 60)) AS n) t;

drop table if exists pages_splited_word;
PAI -name split_word -project algo_public -DenableCheckNumber="true" -DenablePosTagger="false" -DenableSemanticTagger="false" -Dlifecycle="30" -DenableCheckCharSequence="true" -DoutputTableName="pages_splited_word" -Dtokenizer="INTERNET_CHN" -DinputTableName="pages" -DselectedColNames="_c1" -DenableCheckPunctuation="true";

pai -name doc_word_stat -project algo_public -DinputTableName="pages_splited_word" -DdocId="id" -DdocContent="_c1" -DoutputTableNameMulti="pages_words_Multi" -DoutputTableNameTriple="pages_words_Triple";
pai -name tfidf -project algo_public -DinputTableName=pages_words_Triple -DdocIdCol=id -DwordCol=word -DcountCol=count -DoutputTableName=pages_tfidf;
PAI -name triple_to_kv -project algo_public -DvalueColName="tfidf" -Dlifecycle="30" -DindexOutputTableName="pai_temp_2" -DoutputTableName="pages_tfidfkv" -DkvDelimiter=":" -DidColName="id" -DinputTableName="pages_tfidf" -DpairDelimiter="," -DkeyColName="word";
create table if not exists trainset as select a.*,case when b.risk="normal" then 0 when b.risk="gambling" then 2 else 3 end as label from pages_tfidfkv a inner join pages b on a.id=b.id;
PAI -name logisticregression_multi -project algo_public -DmodelName="xlab_m_logisticregress_v0" -DitemDelimiter="," -DregularizedLevel="1" -DmaxIter="100" -DregularizedType="None" -Depsilon="0.000001" -DlabelColName="label" -DkvDelimiter=":" -DfeatureColNames="key_value" -DenableSparse="true" -DinputTableName="trainset";
PAI -name prediction -project algo_public -DdetailColName="prediction_detail" -DappendColNames="id" -DmodelName="xlab_m_logisticregress_v0" -DitemDelimiter="," -DresultColName="prediction_result" -Dlifecycle="30" -DoutputTableName="pagesresult" -DscoreColName="prediction_score" -DkvDelimiter=":" -DfeatureColNames="key_value" -DinputTableName="trainset" -DenableSparse="true";
----模型预测生成的表
create table pages_answer lifecycle 30 as select id,case when prediction_result=2 then "gambling" when prediction_result=3 then "fake_card" else "normal" end as risk from pagesresult where prediction_result!=0;
