DROP INDEX "edi_fatura_empresa_id_transportadora_id_numero_ix";
CREATE INDEX "edi_fatura_empresa_id_numero_ix" ON "edi_fatura" USING btree ("empresa_id","numero");
