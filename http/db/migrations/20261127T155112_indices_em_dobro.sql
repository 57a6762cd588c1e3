DROP INDEX "edi_fatura_edi_id_id_ix";
DROP INDEX "retorno_boleto_boleto_id_id_ix";
DROP INDEX "nfe_xml_nfe_id_id_ix";
DROP INDEX "remessa_titulo_remessa_id_id_ix";
DROP INDEX "remessa_titulo_boleto_id_id_ix";
DROP INDEX "nfe_compra_manifestacao_nfe_compra_id_id_ix";
DROP INDEX "boleto_contas_receber_id_id_ix";
