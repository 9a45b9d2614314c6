-- Sales of cars by class and city: 113 columns, comments behind most parameters.
CREATE TABLE sales AS
SELECT CONCAT('2017', LPAD(n % 12 + 1, 2, '0')) AS sale_date, n % 40 AS class_id, n % 9 * 10 + n % 4 AS sale_quantity,
    ROUND(SIN(n * 1.7 + 0), 3) AS province_id,
    (n * 4 + 1) % 3 AS city_id,
    ROUND(SIN(n * 3.7 + 2), 3) AS oil_price,
    ROUND(SIN(n * 4.7 + 3), 3) AS total_sale_last1m,
    (n * 7 + 4) % 6 AS sale_last2m_sum,
    ROUND(SIN(n * 6.7 + 5), 3) AS sale_last2m_std,
    ROUND(SIN(n * 7.7 + 6), 3) AS sale_last2m_avg,
    (n * 10 + 7) % 2 AS sale_last3m_sum,
    ROUND(SIN(n * 9.7 + 8), 3) AS sale_last3m_std,
    ROUND(SIN(n * 10.7 + 9), 3) AS sale_last3m_avg,
    (n * 13 + 10) % 5 AS sale_last6m_sum,
    ROUND(SIN(n * 12.7 + 11), 3) AS sale_last6m_std,
    ROUND(SIN(n * 13.7 + 12), 3) AS sale_last6m_avg,
    (n * 16 + 13) % 8 AS sale_last12m_sum,
    ROUND(SIN(n * 2.7 + 14), 3) AS sale_last12m_std,
    ROUND(SIN(n * 3.7 + 15), 3) AS sale_last12m_avg,
    (n * 19 + 16) % 4 AS max2m,
    ROUND(SIN(n * 5.7 + 17), 3) AS max3m,
    ROUND(SIN(n * 6.7 + 18), 3) AS max6m,
    (n * 22 + 19) % 7 AS max12m,
    ROUND(SIN(n * 8.7 + 20), 3) AS min2m,
    ROUND(SIN(n * 9.7 + 21), 3) AS min3m,
    (n * 25 + 22) % 3 AS min6m,
    ROUND(SIN(n * 11.7 + 23), 3) AS min12m,
    ROUND(SIN(n * 12.7 + 24), 3) AS brand_id_15,
    (n * 28 + 25) % 6 AS brand_id_18,
    ROUND(SIN(n * 1.7 + 26), 3) AS brand_id_21,
    ROUND(SIN(n * 2.7 + 27), 3) AS brand_id_24,
    (n * 31 + 28) % 2 AS brand_id_27,
    ROUND(SIN(n * 4.7 + 29), 3) AS brand_id_30,
    ROUND(SIN(n * 5.7 + 30), 3) AS brand_id_33,
    (n * 34 + 31) % 5 AS brand_id_36,
    ROUND(SIN(n * 7.7 + 32), 3) AS brand_id_39,
    ROUND(SIN(n * 8.7 + 33), 3) AS brand_id_42,
    (n * 37 + 34) % 8 AS brand_id_45,
    ROUND(SIN(n * 10.7 + 35), 3) AS brand_id_48,
    ROUND(SIN(n * 11.7 + 36), 3) AS brand_id_51,
    (n * 40 + 37) % 4 AS brand_id_54,
    ROUND(SIN(n * 13.7 + 38), 3) AS brand_id_57,
    ROUND(SIN(n * 1.7 + 39), 3) AS brand_id_60,
    (n * 43 + 40) % 7 AS brand_id_63,
    ROUND(SIN(n * 3.7 + 41), 3) AS brand_id_66,
    ROUND(SIN(n * 4.7 + 42), 3) AS brand_id_69,
    (n * 46 + 43) % 3 AS brand_id_72,
    ROUND(SIN(n * 6.7 + 44), 3) AS brand_id_75,
    ROUND(SIN(n * 7.7 + 45), 3) AS brand_id_78,
    (n * 49 + 46) % 6 AS brand_id_81,
    ROUND(SIN(n * 9.7 + 47), 3) AS brand_id_84,
    ROUND(SIN(n * 10.7 + 48), 3) AS brand_id_87,
    (n * 52 + 49) % 2 AS brand_id_90,
    ROUND(SIN(n * 12.7 + 50), 3) AS brand_id_93,
    ROUND(SIN(n * 13.7 + 51), 3) AS brand_id_96,
    (n * 55 + 52) % 5 AS brand_id_99,
    ROUND(SIN(n * 2.7 + 53), 3) AS brand_id_102,
    ROUND(SIN(n * 3.7 + 54), 3) AS brand_id_105,
    (n * 58 + 55) % 8 AS brand_id_108,
    ROUND(SIN(n * 5.7 + 56), 3) AS brand_id_111,
    ROUND(SIN(n * 6.7 + 57), 3) AS brand_id_114,
    (n * 61 + 58) % 4 AS brand_id_117,
    ROUND(SIN(n * 8.7 + 59), 3) AS brand_id_120,
    ROUND(SIN(n * 9.7 + 60), 3) AS brand_id_123,
    (n * 64 + 61) % 7 AS brand_id_126,
    ROUND(SIN(n * 11.7 + 62), 3) AS brand_id_129,
    ROUND(SIN(n * 12.7 + 63), 3) AS brand_id_132,
    (n * 67 + 64) % 3 AS brand_id_135,
    ROUND(SIN(n * 1.7 + 65), 3) AS brand_id_138,
    ROUND(SIN(n * 2.7 + 66), 3) AS brand_id_141,
    (n * 70 + 67) % 6 AS brand_id_144,
    ROUND(SIN(n * 4.7 + 68), 3) AS brand_id_147,
    ROUND(SIN(n * 5.7 + 69), 3) AS brand_id_150,
    (n * 73 + 70) % 2 AS brand_id_153,
    ROUND(SIN(n * 7.7 + 71), 3) AS brand_id_156,
    ROUND(SIN(n * 8.7 + 72), 3) AS brand_id_159,
    (n * 76 + 73) % 5 AS brand_id_162,
    ROUND(SIN(n * 10.7 + 74), 3) AS brand_id_165,
    ROUND(SIN(n * 11.7 + 75), 3) AS brand_id_168,
    (n * 79 + 76) % 8 AS brand_id_171,
    ROUND(SIN(n * 13.7 + 77), 3) AS brand_id_174,
    ROUND(SIN(n * 1.7 + 78), 3) AS brand_id_177,
    (n * 82 + 79) % 4 AS brand_id_180,
    ROUND(SIN(n * 3.7 + 80), 3) AS brand_id_183,
    ROUND(SIN(n * 4.7 + 81), 3) AS brand_id_186,
    (n * 85 + 82) % 7 AS brand_id_189,
    ROUND(SIN(n * 6.7 + 83), 3) AS brand_id_192,
    ROUND(SIN(n * 7.7 + 84), 3) AS brand_id_195,
    (n * 88 + 85) % 3 AS brand_id_198,
    ROUND(SIN(n * 9.7 + 86), 3) AS brand_id_201,
    ROUND(SIN(n * 10.7 + 87), 3) AS brand_id_204,
    (n * 91 + 88) % 6 AS brand_id_207,
    ROUND(SIN(n * 12.7 + 89), 3) AS brand_id_210,
    ROUND(SIN(n * 13.7 + 90), 3) AS brand_id_213,
    (n * 94 + 91) % 2 AS brand_id_216,
    ROUND(SIN(n * 2.7 + 92), 3) AS brand_id_219,
    ROUND(SIN(n * 3.7 + 93), 3) AS brand_id_222,
    (n * 97 + 94) % 5 AS brand_id_225,
    ROUND(SIN(n * 5.7 + 95), 3) AS brand_id_228,
    ROUND(SIN(n * 6.7 + 96), 3) AS brand_id_231,
    (n * 100 + 97) % 8 AS brand_id_234,
    ROUND(SIN(n * 8.7 + 98), 3) AS brand_id_237,
    ROUND(SIN(n * 9.7 + 99), 3) AS brand_id_240,
    (n * 103 + 100) % 4 AS brand_id_243,
    ROUND(SIN(n * 11.7 + 101), 3) AS brand_id_246,
    ROUND(SIN(n * 12.7 + 102), 3) AS brand_id_249,
    (n * 106 + 103) % 7 AS brand_id_252,
    ROUND(SIN(n * 1.7 + 104), 3) AS brand_id_255,
    ROUND(SIN(n * 2.7 + 105), 3) AS brand_id_258,
    (n * 109 + 106) % 3 AS brand_id_261,
    ROUND(SIN(n * 4.7 + 107), 3) AS brand_id_264,
    ROUND(SIN(n * 5.7 + 108), 3) AS type_id_1,
    (n * 112 + 109) % 6 AS type_id_2,
    ROUND(SIN(n * 7.7 + 110), 3) AS type_id_3,
    ROUND(SIN(n * 8.7 + 111), 3) AS type_id_4,
    (n * 115 + 112) % 2 AS price_level_avg
FROM (SELECT EXPLODE(SEQUENCE(1, 240)) AS n) t;

--训练生成的模型
drop offlinemodel if exists class_1201_1709_model;
drop offlinemodel if exists class_1201_1709_xgboost_model;
-- 预测测试集产生的临时表
drop table if exists class_1710_predict;
drop table if exists class_1710_xgboost_predict;
--评估产生的临时表
drop table if exists class_1710_estimate;
drop table if exists class_1710_estimate_histogram;
drop table if exists sales_train;
drop table if exists sales_test;
create table sales_train as select * from sales where sale_date < '201710';
create table sales_test as select * from sales where sale_date >= '201710';

--train1 : class_1201_1709_train
PAI --GBDT回归
-name GBDT -project algo_public
-DfeatureSplitValueMaxSize="700"
-DlossType="3" --3-REGRESSION LOSS：mean squared error loss
-DrandSeed="0"
-DnewtonStep="1"
-Dshrinkage="0.5"
-DmaxLeafCount="64"
-DlabelColName="sale_quantity"
-DinputTableName="sales_train"
-DminLeafSampleCount="1"
-DsampleRatio="1"
-DmaxDepth="10"
-DmetricType="0"
-DmodelName="class_1201_1709_model"
-DfeatureRatio="1"
-Dp="1" --可选）指数底数。gbrank与regression loss中的指数底数,默认1如果p 1,将样本的label映身为p^label；当p <= 1时，不做映射，保持原来的label.范围1到5
-Dtau="0.6" --Tau参数。gbrank loss中的Tau参数，默认0.6，范围：[0,1]
-DtestRatio="0"
-DfeatureColNames="province_id,city_id,oil_price,total_sale_last1m,sale_last2m_sum,sale_last2m_std,sale_last2m_avg,sale_last3m_sum,sale_last3m_std,sale_last3m_avg,sale_last6m_sum,sale_last6m_std,sale_last6m_avg,sale_last12m_sum,sale_last12m_std,sale_last12m_avg,max2m,max3m,max6m,max12m,min2m,min3m,min6m,min12m,brand_id_15,brand_id_18,brand_id_21,brand_id_24,brand_id_27,brand_id_30,brand_id_33,brand_id_36,brand_id_39,brand_id_42,brand_id_45,brand_id_48,brand_id_51,brand_id_54,brand_id_57,brand_id_60,brand_id_63,brand_id_66,brand_id_69,brand_id_72,brand_id_75,brand_id_78,brand_id_81,brand_id_84,brand_id_87,brand_id_90,brand_id_93,brand_id_96,brand_id_99,brand_id_102,brand_id_105,brand_id_108,brand_id_111,brand_id_114,brand_id_117,brand_id_120,brand_id_123,brand_id_126,brand_id_129,brand_id_132,brand_id_135,brand_id_138,brand_id_141,brand_id_144,brand_id_147,brand_id_150,brand_id_153,brand_id_156,brand_id_159,brand_id_162,brand_id_165,brand_id_168,brand_id_171,brand_id_174,brand_id_177,brand_id_180,brand_id_183,brand_id_186,brand_id_189,brand_id_192,brand_id_195,brand_id_198,brand_id_201,brand_id_204,brand_id_207,brand_id_210,brand_id_213,brand_id_216,brand_id_219,brand_id_222,brand_id_225,brand_id_228,brand_id_231,brand_id_234,brand_id_237,brand_id_240,brand_id_243,brand_id_246,brand_id_249,brand_id_252,brand_id_255,brand_id_258,brand_id_261,brand_id_264,type_id_1,type_id_2,type_id_3,type_id_4,price_level_avg"
-DtreeCount="50";


--predict1: class_1710_test
PAI --预测测试集，注意每个PAI语句结束后的分号
-name prediction -project algo_public
-DdetailColName="prediction_detail"  --输出表中detail列名
-DmodelName="class_1201_1709_model" --输入模型名称
-DitemDelimiter="," --当输入表数据为稀疏格式时，kv间的分割符，这个和"DkvDelimiter"有什么区别？
-DresultColName="prediction_result" --输出表result列名称
-Dlifecycle="28" --指定输出表的生命周期，应该是28天吧；
-DoutputTableName="class_1710_predict" --输出表的名
-DscoreColName="prediction_score" --输出表中score列名
-DkvDelimiter=":" --当输入表数据为稀疏格式时，key和value的分割符
-DinputTableName="sales_test" --输入的表名
-DenableSparse="false" --输入表是否为稀疏格式
-DappendColNames="sale_date,province_id,city_id,class_id,sale_quantity" --输出表中保留输入表的列名
--输入表中哪些列作为预测的feature，多列以逗号分隔,默认所有列,该值与训练脚本的DfeatureColNames值一样
-DfeatureColNames="province_id,city_id,oil_price,total_sale_last1m,sale_last2m_sum,sale_last2m_std,sale_last2m_avg,sale_last3m_sum,sale_last3m_std,sale_last3m_avg,sale_last6m_sum,sale_last6m_std,sale_last6m_avg,sale_last12m_sum,sale_last12m_std,sale_last12m_avg,max2m,max3m,max6m,max12m,min2m,min3m,min6m,min12m,brand_id_15,brand_id_18,brand_id_21,brand_id_24,brand_id_27,brand_id_30,brand_id_33,brand_id_36,brand_id_39,brand_id_42,brand_id_45,brand_id_48,brand_id_51,brand_id_54,brand_id_57,brand_id_60,brand_id_63,brand_id_66,brand_id_69,brand_id_72,brand_id_75,brand_id_78,brand_id_81,brand_id_84,brand_id_87,brand_id_90,brand_id_93,brand_id_96,brand_id_99,brand_id_102,brand_id_105,brand_id_108,brand_id_111,brand_id_114,brand_id_117,brand_id_120,brand_id_123,brand_id_126,brand_id_129,brand_id_132,brand_id_135,brand_id_138,brand_id_141,brand_id_144,brand_id_147,brand_id_150,brand_id_153,brand_id_156,brand_id_159,brand_id_162,brand_id_165,brand_id_168,brand_id_171,brand_id_174,brand_id_177,brand_id_180,brand_id_183,brand_id_186,brand_id_189,brand_id_192,brand_id_195,brand_id_198,brand_id_201,brand_id_204,brand_id_207,brand_id_210,brand_id_213,brand_id_216,brand_id_219,brand_id_222,brand_id_225,brand_id_228,brand_id_231,brand_id_234,brand_id_237,brand_id_240,brand_id_243,brand_id_246,brand_id_249,brand_id_252,brand_id_255,brand_id_258,brand_id_261,brand_id_264,type_id_1,type_id_2,type_id_3,type_id_4,price_level_avg";

--estimate1:class_1710_predict
--回归评估
select sqrt(sum(pow(a.prediction_score-b.sale_quantity,2))/count(a.prediction_score)) as rmsle from
class_1710_predict a
left outer join  sales_test b
on a.city_id = b.city_id and a.class_id = b.class_id and a.sale_date=b.sale_date ;

PAI --xgboost回归
-name xgboost -project algo_public
-Deta="0.01"
-Dobjective="reg:linear"
-DitemDelimiter=","
-Dseed="0"
-Dnum_round="1000"
-DlabelColName="sale_quantity"
-DinputTableName="sales_train"--输入表
-DenableSparse="false"
-Dmax_depth="8"
-Dsubsample="1"
-Dcolsample_bytree="1"
-DmodelName="class_1201_1709_xgboost_model"
-Dgamma="0"
-Dlambda="50"
-DfeatureColNames="province_id,city_id,oil_price,total_sale_last1m,sale_last2m_sum,sale_last2m_std,sale_last2m_avg,sale_last3m_sum,sale_last3m_std,sale_last3m_avg,sale_last6m_sum,sale_last6m_std,sale_last6m_avg,sale_last12m_sum,sale_last12m_std,sale_last12m_avg,max2m,max3m,max6m,max12m,min2m,min3m,min6m,min12m,brand_id_15,brand_id_18,brand_id_21,brand_id_24,brand_id_27,brand_id_30,brand_id_33,brand_id_36,brand_id_39,brand_id_42,brand_id_45,brand_id_48,brand_id_51,brand_id_54,brand_id_57,brand_id_60,brand_id_63,brand_id_66,brand_id_69,brand_id_72,brand_id_75,brand_id_78,brand_id_81,brand_id_84,brand_id_87,brand_id_90,brand_id_93,brand_id_96,brand_id_99,brand_id_102,brand_id_105,brand_id_108,brand_id_111,brand_id_114,brand_id_117,brand_id_120,brand_id_123,brand_id_126,brand_id_129,brand_id_132,brand_id_135,brand_id_138,brand_id_141,brand_id_144,brand_id_147,brand_id_150,brand_id_153,brand_id_156,brand_id_159,brand_id_162,brand_id_165,brand_id_168,brand_id_171,brand_id_174,brand_id_177,brand_id_180,brand_id_183,brand_id_186,brand_id_189,brand_id_192,brand_id_195,brand_id_198,brand_id_201,brand_id_204,brand_id_207,brand_id_210,brand_id_213,brand_id_216,brand_id_219,brand_id_222,brand_id_225,brand_id_228,brand_id_231,brand_id_234,brand_id_237,brand_id_240,brand_id_243,brand_id_246,brand_id_249,brand_id_252,brand_id_255,brand_id_258,brand_id_261,brand_id_264,type_id_1,type_id_2,type_id_3,type_id_4,price_level_avg"
-Dbase_score="0.5"
-Dmin_child_weight="100"
-DkvDelimiter=":";

PAI --预测测试集，注意每个PAI语句结束后的分号
-name prediction -project algo_public
-DdetailColName="prediction_detail"  --输出表中detail列名
-DmodelName="class_1201_1709_xgboost_model" --输入模型名称
-DitemDelimiter="," --当输入表数据为稀疏格式时，kv间的分割符，这个和"DkvDelimiter"有什么区别？
-DresultColName="prediction_result" --输出表result列名称
-Dlifecycle="28" --指定输出表的生命周期，应该是28天吧；
-DoutputTableName="class_1710_xgboost_predict" --输出表的名
-DscoreColName="prediction_score" --输出表中score列名
-DkvDelimiter=":" --当输入表数据为稀疏格式时，key和value的分割符
-DinputTableName="sales_test" --输入的表名
-DenableSparse="false" --输入表是否为稀疏格式
-DappendColNames="sale_date,province_id,city_id,class_id,sale_quantity" --输出表中保留输入表的列名
--输入表中哪些列作为预测的feature，多列以逗号分隔,默认所有列,该值与训练脚本的DfeatureColNames值一样
-DfeatureColNames="province_id,city_id,oil_price,total_sale_last1m,sale_last2m_sum,sale_last2m_std,sale_last2m_avg,sale_last3m_sum,sale_last3m_std,sale_last3m_avg,sale_last6m_sum,sale_last6m_std,sale_last6m_avg,sale_last12m_sum,sale_last12m_std,sale_last12m_avg,max2m,max3m,max6m,max12m,min2m,min3m,min6m,min12m,brand_id_15,brand_id_18,brand_id_21,brand_id_24,brand_id_27,brand_id_30,brand_id_33,brand_id_36,brand_id_39,brand_id_42,brand_id_45,brand_id_48,brand_id_51,brand_id_54,brand_id_57,brand_id_60,brand_id_63,brand_id_66,brand_id_69,brand_id_72,brand_id_75,brand_id_78,brand_id_81,brand_id_84,brand_id_87,brand_id_90,brand_id_93,brand_id_96,brand_id_99,brand_id_102,brand_id_105,brand_id_108,brand_id_111,brand_id_114,brand_id_117,brand_id_120,brand_id_123,brand_id_126,brand_id_129,brand_id_132,brand_id_135,brand_id_138,brand_id_141,brand_id_144,brand_id_147,brand_id_150,brand_id_153,brand_id_156,brand_id_159,brand_id_162,brand_id_165,brand_id_168,brand_id_171,brand_id_174,brand_id_177,brand_id_180,brand_id_183,brand_id_186,brand_id_189,brand_id_192,brand_id_195,brand_id_198,brand_id_201,brand_id_204,brand_id_207,brand_id_210,brand_id_213,brand_id_216,brand_id_219,brand_id_222,brand_id_225,brand_id_228,brand_id_231,brand_id_234,brand_id_237,brand_id_240,brand_id_243,brand_id_246,brand_id_249,brand_id_252,brand_id_255,brand_id_258,brand_id_261,brand_id_264,type_id_1,type_id_2,type_id_3,type_id_4,price_level_avg";

PAI --回归评估
-name regression_evaluation -project algo_public
-DinputTableName="class_1710_xgboost_predict"--输入表名
-DyColName="sale_quantity"   --输入表lable列
-DpredictionColName="prediction_score"  --预测结果列
-DindexOutputTableName="class_1710_estimate"  --输出表表名
-Dlifecycle=28
-DresidualOutputTableName="class_1710_estimate_histogram";-- 残差直方图输出表表名，必填

drop table if exists submit_a;
create table submit_a as
select a.sale_date,a.class_id,a.prediction_score*0.25+b.prediction_score*0.75 as predict_quantity
from class_1710_predict a join class_1710_xgboost_predict b on a.class_id=b.class_id and a.sale_date=b.sale_date;

drop offlinemodel if exists air_test_model;
drop table if exists air_prediction;
PAI --GBDT二分类
-name gbdt_lr -project algo_public --不用管
-DfeatureSplitValueMaxSize="500"
-DrandSeed="1" --随机种子
-Dshrinkage="1" --学习率
-DmaxLeafCount="30" --最大叶子数
-DlabelColName="_c2" --lable 列
-DinputTableName="(SELECT IF(sale_quantity > 40, 1, 0) AS `_c2`, oil_price, max2m, min2m FROM sales)" --输入表名
-DminLeafSampleCount="1"
-DsampleRatio="1" --训练样本采集
-DmaxDepth="10" --最大树深
-DmodelName="air_test_model" --输出模型名称
-DmetricType="0" --metic类型
-DfeatureRatio="1" --特征列选择比例
-DtestRatio="0" --test部分选择的比例
-DfeatureColNames="oil_price,max2m,min2m"
-DtreeCount="5";
