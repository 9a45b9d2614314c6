--odps sql
--********************************************************************--
--create time:2019-12-30 16:44:03
--********************************************************************--
-- Clicks on films: 123 columns, a split, and the tuning of a cluster.
DROP TABLE IF EXISTS films_features_rand;
CREATE TABLE films_features_rand AS
SELECT n AS row_id, IF(n % 4 + COS(n) > 2, 1, 0) AS label,
    IF((n + 0) % 9 = 0, NULL, ROUND(SIN(n * 1.7 + 0), 3)) AS type_ids,
    (n * 4 + 1) % 3 AS gender_ids,
    IF((n + 2) % 9 = 0, NULL, ROUND(SIN(n * 3.7 + 2), 3)) AS age_ids,
    ROUND(SIN(n * 4.7 + 3), 3) AS zodiac_ids,
    IF((n + 4) % 9 = 0, NULL, (n * 7 + 4) % 6) AS vip_ids,
    ROUND(SIN(n * 6.7 + 5), 3) AS school_ids,
    IF((n + 6) % 9 = 0, NULL, ROUND(SIN(n * 7.7 + 6), 3)) AS career_ids,
    (n * 10 + 7) % 2 AS pet_ids,
    IF((n + 8) % 9 = 0, NULL, ROUND(SIN(n * 9.7 + 8), 3)) AS car_ids,
    ROUND(SIN(n * 10.7 + 9), 3) AS house_ids,
    IF((n + 10) % 9 = 0, NULL, (n * 13 + 10) % 5) AS pay_ord_cnt_1d,
    ROUND(SIN(n * 12.7 + 11), 3) AS pay_ord_cnt_3d,
    IF((n + 12) % 9 = 0, NULL, ROUND(SIN(n * 13.7 + 12), 3)) AS pay_ord_cnt_1w,
    (n * 16 + 13) % 8 AS pay_ord_cnt_2w,
    IF((n + 14) % 9 = 0, NULL, ROUND(SIN(n * 2.7 + 14), 3)) AS pay_ord_cnt_1m,
    ROUND(SIN(n * 3.7 + 15), 3) AS pay_ord_cnt_2m,
    IF((n + 16) % 9 = 0, NULL, (n * 19 + 16) % 4) AS pay_ord_cnt_3m,
    ROUND(SIN(n * 5.7 + 17), 3) AS pay_ord_cnt_6m,
    IF((n + 18) % 9 = 0, NULL, ROUND(SIN(n * 6.7 + 18), 3)) AS pay_ord_cnt_1y,
    (n * 22 + 19) % 7 AS pay_ord_cnt_td,
    IF((n + 20) % 9 = 0, NULL, ROUND(SIN(n * 8.7 + 20), 3)) AS pay_tkt_cnt_1d,
    ROUND(SIN(n * 9.7 + 21), 3) AS pay_tkt_cnt_3d,
    IF((n + 22) % 9 = 0, NULL, (n * 25 + 22) % 3) AS pay_tkt_cnt_1w,
    ROUND(SIN(n * 11.7 + 23), 3) AS pay_tkt_cnt_2w,
    IF((n + 24) % 9 = 0, NULL, ROUND(SIN(n * 12.7 + 24), 3)) AS pay_tkt_cnt_1m,
    (n * 28 + 25) % 6 AS pay_tkt_cnt_2m,
    IF((n + 26) % 9 = 0, NULL, ROUND(SIN(n * 1.7 + 26), 3)) AS pay_tkt_cnt_3m,
    ROUND(SIN(n * 2.7 + 27), 3) AS pay_tkt_cnt_6m,
    IF((n + 28) % 9 = 0, NULL, (n * 31 + 28) % 2) AS pay_tkt_cnt_1y,
    ROUND(SIN(n * 4.7 + 29), 3) AS pay_tkt_cnt_td,
    IF((n + 30) % 9 = 0, NULL, ROUND(SIN(n * 5.7 + 30), 3)) AS pay_film_cnt_1d,
    (n * 34 + 31) % 5 AS pay_film_cnt_3d,
    IF((n + 32) % 9 = 0, NULL, ROUND(SIN(n * 7.7 + 32), 3)) AS pay_film_cnt_1w,
    ROUND(SIN(n * 8.7 + 33), 3) AS pay_film_cnt_2w,
    IF((n + 34) % 9 = 0, NULL, (n * 37 + 34) % 8) AS pay_film_cnt_1m,
    ROUND(SIN(n * 10.7 + 35), 3) AS pay_film_cnt_2m,
    IF((n + 36) % 9 = 0, NULL, ROUND(SIN(n * 11.7 + 36), 3)) AS pay_film_cnt_3m,
    (n * 40 + 37) % 4 AS pay_film_cnt_6m,
    IF((n + 38) % 9 = 0, NULL, ROUND(SIN(n * 13.7 + 38), 3)) AS pay_film_cnt_1y,
    ROUND(SIN(n * 1.7 + 39), 3) AS pay_film_cnt_td,
    IF((n + 40) % 9 = 0, NULL, (n * 43 + 40) % 7) AS pay_cinema_cnt_1d,
    ROUND(SIN(n * 3.7 + 41), 3) AS pay_cinema_cnt_3d,
    IF((n + 42) % 9 = 0, NULL, ROUND(SIN(n * 4.7 + 42), 3)) AS pay_cinema_cnt_1w,
    (n * 46 + 43) % 3 AS pay_cinema_cnt_2w,
    IF((n + 44) % 9 = 0, NULL, ROUND(SIN(n * 6.7 + 44), 3)) AS pay_cinema_cnt_1m,
    ROUND(SIN(n * 7.7 + 45), 3) AS pay_cinema_cnt_2m,
    IF((n + 46) % 9 = 0, NULL, (n * 49 + 46) % 6) AS pay_cinema_cnt_3m,
    ROUND(SIN(n * 9.7 + 47), 3) AS pay_cinema_cnt_6m,
    IF((n + 48) % 9 = 0, NULL, ROUND(SIN(n * 10.7 + 48), 3)) AS pay_cinema_cnt_1y,
    (n * 52 + 49) % 2 AS pay_cinema_cnt_td,
    IF((n + 50) % 9 = 0, NULL, ROUND(SIN(n * 12.7 + 50), 3)) AS pay_scd_cnt_1d,
    ROUND(SIN(n * 13.7 + 51), 3) AS pay_scd_cnt_3d,
    IF((n + 52) % 9 = 0, NULL, (n * 55 + 52) % 5) AS pay_scd_cnt_1w,
    ROUND(SIN(n * 2.7 + 53), 3) AS pay_scd_cnt_2w,
    IF((n + 54) % 9 = 0, NULL, ROUND(SIN(n * 3.7 + 54), 3)) AS pay_scd_cnt_1m,
    (n * 58 + 55) % 8 AS pay_scd_cnt_2m,
    IF((n + 56) % 9 = 0, NULL, ROUND(SIN(n * 5.7 + 56), 3)) AS pay_scd_cnt_3m,
    ROUND(SIN(n * 6.7 + 57), 3) AS pay_scd_cnt_6m,
    IF((n + 58) % 9 = 0, NULL, (n * 61 + 58) % 4) AS pay_scd_cnt_1y,
    ROUND(SIN(n * 8.7 + 59), 3) AS pay_scd_cnt_td,
    IF((n + 60) % 9 = 0, NULL, ROUND(SIN(n * 9.7 + 60), 3)) AS card_pay_ord_cnt_1d,
    (n * 64 + 61) % 7 AS card_pay_ord_cnt_3d,
    IF((n + 62) % 9 = 0, NULL, ROUND(SIN(n * 11.7 + 62), 3)) AS card_pay_ord_cnt_1w,
    ROUND(SIN(n * 12.7 + 63), 3) AS card_pay_ord_cnt_2w,
    IF((n + 64) % 9 = 0, NULL, (n * 67 + 64) % 3) AS card_pay_ord_cnt_1m,
    ROUND(SIN(n * 1.7 + 65), 3) AS card_pay_ord_cnt_2m,
    IF((n + 66) % 9 = 0, NULL, ROUND(SIN(n * 2.7 + 66), 3)) AS card_pay_ord_cnt_3m,
    (n * 70 + 67) % 6 AS card_pay_ord_cnt_6m,
    IF((n + 68) % 9 = 0, NULL, ROUND(SIN(n * 4.7 + 68), 3)) AS card_pay_ord_cnt_1y,
    ROUND(SIN(n * 5.7 + 69), 3) AS card_pay_ord_cnt_td,
    IF((n + 70) % 9 = 0, NULL, (n * 73 + 70) % 2) AS presale_ord_cnt_1d,
    ROUND(SIN(n * 7.7 + 71), 3) AS presale_ord_cnt_3d,
    IF((n + 72) % 9 = 0, NULL, ROUND(SIN(n * 8.7 + 72), 3)) AS presale_ord_cnt_1w,
    (n * 76 + 73) % 5 AS presale_ord_cnt_2w,
    IF((n + 74) % 9 = 0, NULL, ROUND(SIN(n * 10.7 + 74), 3)) AS presale_ord_cnt_1m,
    ROUND(SIN(n * 11.7 + 75), 3) AS presale_ord_cnt_2m,
    IF((n + 76) % 9 = 0, NULL, (n * 79 + 76) % 8) AS presale_ord_cnt_3m,
    ROUND(SIN(n * 13.7 + 77), 3) AS presale_ord_cnt_6m,
    IF((n + 78) % 9 = 0, NULL, ROUND(SIN(n * 1.7 + 78), 3)) AS presale_ord_cnt_1y,
    (n * 82 + 79) % 4 AS presale_ord_cnt_td,
    IF((n + 80) % 9 = 0, NULL, ROUND(SIN(n * 3.7 + 80), 3)) AS discount_ord_cnt_1d,
    ROUND(SIN(n * 4.7 + 81), 3) AS discount_ord_cnt_3d,
    IF((n + 82) % 9 = 0, NULL, (n * 85 + 82) % 7) AS discount_ord_cnt_1w,
    ROUND(SIN(n * 6.7 + 83), 3) AS discount_ord_cnt_2w,
    IF((n + 84) % 9 = 0, NULL, ROUND(SIN(n * 7.7 + 84), 3)) AS discount_ord_cnt_1m,
    (n * 88 + 85) % 3 AS discount_ord_cnt_2m,
    IF((n + 86) % 9 = 0, NULL, ROUND(SIN(n * 9.7 + 86), 3)) AS discount_ord_cnt_3m,
    ROUND(SIN(n * 10.7 + 87), 3) AS discount_ord_cnt_6m,
    IF((n + 88) % 9 = 0, NULL, (n * 91 + 88) % 6) AS discount_ord_cnt_1y,
    ROUND(SIN(n * 12.7 + 89), 3) AS discount_ord_cnt_td,
    IF((n + 90) % 9 = 0, NULL, ROUND(SIN(n * 13.7 + 90), 3)) AS pay_city_cnt_1d,
    (n * 94 + 91) % 2 AS pay_city_cnt_3d,
    IF((n + 92) % 9 = 0, NULL, ROUND(SIN(n * 2.7 + 92), 3)) AS pay_city_cnt_1w,
    ROUND(SIN(n * 3.7 + 93), 3) AS pay_city_cnt_2w,
    IF((n + 94) % 9 = 0, NULL, (n * 97 + 94) % 5) AS pay_city_cnt_1m,
    ROUND(SIN(n * 5.7 + 95), 3) AS pay_city_cnt_2m,
    IF((n + 96) % 9 = 0, NULL, ROUND(SIN(n * 6.7 + 96), 3)) AS pay_city_cnt_3m,
    (n * 100 + 97) % 8 AS pay_city_cnt_6m,
    IF((n + 98) % 9 = 0, NULL, ROUND(SIN(n * 8.7 + 98), 3)) AS pay_city_cnt_1y,
    ROUND(SIN(n * 9.7 + 99), 3) AS pay_city_cnt_td,
    IF((n + 100) % 9 = 0, NULL, (n * 103 + 100) % 4) AS free_ord_cnt_1d,
    ROUND(SIN(n * 11.7 + 101), 3) AS free_ord_cnt_3d,
    IF((n + 102) % 9 = 0, NULL, ROUND(SIN(n * 12.7 + 102), 3)) AS free_ord_cnt_1w,
    (n * 106 + 103) % 7 AS free_ord_cnt_2w,
    IF((n + 104) % 9 = 0, NULL, ROUND(SIN(n * 1.7 + 104), 3)) AS free_ord_cnt_1m,
    ROUND(SIN(n * 2.7 + 105), 3) AS free_ord_cnt_2m,
    IF((n + 106) % 9 = 0, NULL, (n * 109 + 106) % 3) AS free_ord_cnt_3m,
    ROUND(SIN(n * 4.7 + 107), 3) AS free_ord_cnt_6m,
    IF((n + 108) % 9 = 0, NULL, ROUND(SIN(n * 5.7 + 108), 3)) AS free_ord_cnt_1y,
    (n * 112 + 109) % 6 AS free_ord_cnt_td,
    IF((n + 110) % 9 = 0, NULL, ROUND(SIN(n * 7.7 + 110), 3)) AS bxo_cnt_1d,
    ROUND(SIN(n * 8.7 + 111), 3) AS bxo_cnt_3d,
    IF((n + 112) % 9 = 0, NULL, (n * 115 + 112) % 2) AS bxo_cnt_1w,
    ROUND(SIN(n * 10.7 + 113), 3) AS bxo_cnt_2w,
    IF((n + 114) % 9 = 0, NULL, ROUND(SIN(n * 11.7 + 114), 3)) AS bxo_cnt_1m,
    (n * 118 + 115) % 5 AS bxo_cnt_2m,
    IF((n + 116) % 9 = 0, NULL, ROUND(SIN(n * 13.7 + 116), 3)) AS bxo_cnt_3m,
    ROUND(SIN(n * 1.7 + 117), 3) AS bxo_cnt_6m,
    IF((n + 118) % 9 = 0, NULL, (n * 121 + 118) % 8) AS bxo_cnt_1y,
    ROUND(SIN(n * 3.7 + 119), 3) AS bxo_cnt_td,
    IF((n + 120) % 9 = 0, NULL, ROUND(SIN(n * 4.7 + 120), 3)) AS star_score,
    (n * 124 + 121) % 4 AS duration,
    IF((n + 122) % 9 = 0, NULL, ROUND(SIN(n * 6.7 + 122), 3)) AS douban_rating
FROM (SELECT EXPLODE(SEQUENCE(1, 250)) AS n) t
ORDER BY RAND()
LIMIT 5000000;

drop table if exists p.films_features_fillna_rand;
drop table if exists p.films_features_para;
PAI -name FillMissingValues
 -project algo_public -Dlifecycle="7"
 -Dconfigs="type_ids,null,-1;gender_ids,null,-1;age_ids,null,-1;zodiac_ids,null,-1;vip_ids,null,-1;school_ids,null,-1;career_ids,null,-1;pet_ids,null,-1;car_ids,null,-1;house_ids,null,-1;pay_ord_cnt_1d,null,-1;pay_ord_cnt_3d,null,-1;pay_ord_cnt_1w,null,-1;pay_ord_cnt_2w,null,-1;pay_ord_cnt_1m,null,-1;pay_ord_cnt_2m,null,-1;pay_ord_cnt_3m,null,-1;pay_ord_cnt_6m,null,-1;pay_ord_cnt_1y,null,-1;pay_ord_cnt_td,null,-1;pay_tkt_cnt_1d,null,-1;pay_tkt_cnt_3d,null,-1;pay_tkt_cnt_1w,null,-1;pay_tkt_cnt_2w,null,-1;pay_tkt_cnt_1m,null,-1;pay_tkt_cnt_2m,null,-1;pay_tkt_cnt_3m,null,-1;pay_tkt_cnt_6m,null,-1;pay_tkt_cnt_1y,null,-1;pay_tkt_cnt_td,null,-1;pay_film_cnt_1d,null,-1;pay_film_cnt_3d,null,-1;pay_film_cnt_1w,null,-1;pay_film_cnt_2w,null,-1;pay_film_cnt_1m,null,-1;pay_film_cnt_2m,null,-1;pay_film_cnt_3m,null,-1;pay_film_cnt_6m,null,-1;pay_film_cnt_1y,null,-1;pay_film_cnt_td,null,-1;pay_cinema_cnt_1d,null,-1;pay_cinema_cnt_3d,null,-1;pay_cinema_cnt_1w,null,-1;pay_cinema_cnt_2w,null,-1;pay_cinema_cnt_1m,null,-1;pay_cinema_cnt_2m,null,-1;pay_cinema_cnt_3m,null,-1;pay_cinema_cnt_6m,null,-1;pay_cinema_cnt_1y,null,-1;pay_cinema_cnt_td,null,-1;pay_scd_cnt_1d,null,-1;pay_scd_cnt_3d,null,-1;pay_scd_cnt_1w,null,-1;pay_scd_cnt_2w,null,-1;pay_scd_cnt_1m,null,-1;pay_scd_cnt_2m,null,-1;pay_scd_cnt_3m,null,-1;pay_scd_cnt_6m,null,-1;pay_scd_cnt_1y,null,-1;pay_scd_cnt_td,null,-1;card_pay_ord_cnt_1d,null,-1;card_pay_ord_cnt_3d,null,-1;card_pay_ord_cnt_1w,null,-1;card_pay_ord_cnt_2w,null,-1;card_pay_ord_cnt_1m,null,-1;card_pay_ord_cnt_2m,null,-1;card_pay_ord_cnt_3m,null,-1;card_pay_ord_cnt_6m,null,-1;card_pay_ord_cnt_1y,null,-1;card_pay_ord_cnt_td,null,-1;presale_ord_cnt_1d,null,-1;presale_ord_cnt_3d,null,-1;presale_ord_cnt_1w,null,-1;presale_ord_cnt_2w,null,-1;presale_ord_cnt_1m,null,-1;presale_ord_cnt_2m,null,-1;presale_ord_cnt_3m,null,-1;presale_ord_cnt_6m,null,-1;presale_ord_cnt_1y,null,-1;presale_ord_cnt_td,null,-1;discount_ord_cnt_1d,null,-1;discount_ord_cnt_3d,null,-1;discount_ord_cnt_1w,null,-1;discount_ord_cnt_2w,null,-1;discount_ord_cnt_1m,null,-1;discount_ord_cnt_2m,null,-1;discount_ord_cnt_3m,null,-1;discount_ord_cnt_6m,null,-1;discount_ord_cnt_1y,null,-1;discount_ord_cnt_td,null,-1;pay_city_cnt_1d,null,-1;pay_city_cnt_3d,null,-1;pay_city_cnt_1w,null,-1;pay_city_cnt_2w,null,-1;pay_city_cnt_1m,null,-1;pay_city_cnt_2m,null,-1;pay_city_cnt_3m,null,-1;pay_city_cnt_6m,null,-1;pay_city_cnt_1y,null,-1;pay_city_cnt_td,null,-1;free_ord_cnt_1d,null,-1;free_ord_cnt_3d,null,-1;free_ord_cnt_1w,null,-1;free_ord_cnt_2w,null,-1;free_ord_cnt_1m,null,-1;free_ord_cnt_2m,null,-1;free_ord_cnt_3m,null,-1;free_ord_cnt_6m,null,-1;free_ord_cnt_1y,null,-1;free_ord_cnt_td,null,-1;bxo_cnt_1d,null,-1;bxo_cnt_3d,null,-1;bxo_cnt_1w,null,-1;bxo_cnt_2w,null,-1;bxo_cnt_1m,null,-1;bxo_cnt_2m,null,-1;bxo_cnt_3m,null,-1;bxo_cnt_6m,null,-1;bxo_cnt_1y,null,-1;bxo_cnt_td,null,-1;star_score,null,-1;duration,null,-1;douban_rating,null,-1"
 -DoutputTableName="p.films_features_fillna_rand"
 -DoutputParaTableName="p.films_features_para"
 -DinputTableName="p.films_features_rand";










----------2\拆分---------------------------------------
drop table if exists p.films_features_fillna_rand_1;
drop table if exists p.films_features_fillna_rand_2;

PAI -name split -project algo_public -Dlifecycle="7"
 -Doutput1TableName="p.films_features_fillna_rand_1"
 -Doutput2TableName="p.films_features_fillna_rand_2"
 -DinputTableName="p.films_features_fillna_rand"
 -Dfraction="0.8";


-------------3\模型训练，PS-SMART---------------------------------------
drop table if exists p.films_model_imp;
drop table if exists p.films_model_tmp;
PAI -name ps_smart -project algo_public
  -DfeatureImportanceType="gain"
  -DlabelColName="label"
  -DoutputImportanceTableName="p.films_model_imp"
  -DsampleRatio="0.8"
  -Dl1="5.0"
  -Dl2="1.0"
  -DfeatureRatio="0.8"
  -DtreeCount="100"
  -DbaseScore="0.5"
  -DminSplitLoss="0"
  -Dobjective="binary:logistic"
  -DfeatureNum="123"
  -DfeatureColNames="type_ids,gender_ids,age_ids,zodiac_ids,vip_ids,school_ids,career_ids,pet_ids,car_ids,house_ids,pay_ord_cnt_1d,pay_ord_cnt_3d,pay_ord_cnt_1w,pay_ord_cnt_2w,pay_ord_cnt_1m,pay_ord_cnt_2m,pay_ord_cnt_3m,pay_ord_cnt_6m,pay_ord_cnt_1y,pay_ord_cnt_td,pay_tkt_cnt_1d,pay_tkt_cnt_3d,pay_tkt_cnt_1w,pay_tkt_cnt_2w,pay_tkt_cnt_1m,pay_tkt_cnt_2m,pay_tkt_cnt_3m,pay_tkt_cnt_6m,pay_tkt_cnt_1y,pay_tkt_cnt_td,pay_film_cnt_1d,pay_film_cnt_3d,pay_film_cnt_1w,pay_film_cnt_2w,pay_film_cnt_1m,pay_film_cnt_2m,pay_film_cnt_3m,pay_film_cnt_6m,pay_film_cnt_1y,pay_film_cnt_td,pay_cinema_cnt_1d,pay_cinema_cnt_3d,pay_cinema_cnt_1w,pay_cinema_cnt_2w,pay_cinema_cnt_1m,pay_cinema_cnt_2m,pay_cinema_cnt_3m,pay_cinema_cnt_6m,pay_cinema_cnt_1y,pay_cinema_cnt_td,pay_scd_cnt_1d,pay_scd_cnt_3d,pay_scd_cnt_1w,pay_scd_cnt_2w,pay_scd_cnt_1m,pay_scd_cnt_2m,pay_scd_cnt_3m,pay_scd_cnt_6m,pay_scd_cnt_1y,pay_scd_cnt_td,card_pay_ord_cnt_1d,card_pay_ord_cnt_3d,card_pay_ord_cnt_1w,card_pay_ord_cnt_2w,card_pay_ord_cnt_1m,card_pay_ord_cnt_2m,card_pay_ord_cnt_3m,card_pay_ord_cnt_6m,card_pay_ord_cnt_1y,card_pay_ord_cnt_td,presale_ord_cnt_1d,presale_ord_cnt_3d,presale_ord_cnt_1w,presale_ord_cnt_2w,presale_ord_cnt_1m,presale_ord_cnt_2m,presale_ord_cnt_3m,presale_ord_cnt_6m,presale_ord_cnt_1y,presale_ord_cnt_td,discount_ord_cnt_1d,discount_ord_cnt_3d,discount_ord_cnt_1w,discount_ord_cnt_2w,discount_ord_cnt_1m,discount_ord_cnt_2m,discount_ord_cnt_3m,discount_ord_cnt_6m,discount_ord_cnt_1y,discount_ord_cnt_td,pay_city_cnt_1d,pay_city_cnt_3d,pay_city_cnt_1w,pay_city_cnt_2w,pay_city_cnt_1m,pay_city_cnt_2m,pay_city_cnt_3m,pay_city_cnt_6m,pay_city_cnt_1y,pay_city_cnt_td,free_ord_cnt_1d,free_ord_cnt_3d,free_ord_cnt_1w,free_ord_cnt_2w,free_ord_cnt_1m,free_ord_cnt_2m,free_ord_cnt_3m,free_ord_cnt_6m,free_ord_cnt_1y,free_ord_cnt_td,bxo_cnt_1d,bxo_cnt_3d,bxo_cnt_1w,bxo_cnt_2w,bxo_cnt_1m,bxo_cnt_2m,bxo_cnt_3m,bxo_cnt_6m,bxo_cnt_1y,bxo_cnt_td,star_score,duration,douban_rating"
  -Dlifecycle="28"
  -DmaxDepth="5"
  -DmodelName="xlab_m_pai_ps_smart_b_v0"
  -DenableSparse="false"
  -Dmetric="auc"
  -DoutputTableName="p.films_model_tmp"
  -DsketchEps="0.03"
  -DregardZeroAsMissing="false"
  -DinputTableName="p.films_features_fillna_rand_1"
  -Dshrinkage="0.1"
  -DcoreNum="100"
  -DmemSizePerCore="4096"
  -DserverNum="100"
  -DserverMemory="4096"
;

CREATE TABLE IF NOT EXISTS p.films_model
(


	`id` BIGINT ,
	`value` BIGINT
)
PARTITIONED BY
(
    ds STRING
)
LIFECYCLE 7
;

INSERT OVERWRITE TABLE p.films_model PARTITION( ds='20191230')
SELECT * FROM p.films_model_tmp;

--------------------------- model ---------------------------
PAI -name gbdt
    -project algo_public
    -DfeatureSplitValueMaxSize="200"
    -DrandSeed="42"
    -Dshrinkage="0.05"
    -DmaxLeafCount="64"
    -DlabelColName="label"
    -DinputTableName="films_features_fillna_rand_1"
    -DminLeafSampleCount="50"
    -DsampleRatio="0.7"
    -DmaxDepth="8"
    -DmodelName="gbdt_rg_7"
    -DmetricType="2"
    -DfeatureRatio="0.7"
    -DfeatureColNames="type_ids,gender_ids,age_ids,zodiac_ids,vip_ids,school_ids,career_ids,pet_ids,car_ids,house_ids,pay_ord_cnt_1d,pay_ord_cnt_3d,pay_ord_cnt_1w,pay_ord_cnt_2w,pay_ord_cnt_1m,pay_ord_cnt_2m,pay_ord_cnt_3m,pay_ord_cnt_6m,pay_ord_cnt_1y,pay_ord_cnt_td,pay_tkt_cnt_1d,pay_tkt_cnt_3d,pay_tkt_cnt_1w,pay_tkt_cnt_2w"
    -DtreeCount="200"
;

-- test set predict
PAI -name prediction
    -project algo_public
    -DinputTableName=films_features_fillna_rand_2
    -DmodelName=gbdt_rg_7
    -DresultColName="pred_result"
    -DscoreColName="pred_score"
    -DoutputTableName=films_test_set_result
    -DappendColNames="row_id,label"
    -Dlifecycle=14
;
CREATE TABLE IF NOT EXISTS films_pairs LIFECYCLE 7 AS
SELECT *, ROUND(pred_score,2) AS score_4 FROM films_test_set_result;
