CREATE INDEX "extrato_banco_empresa_id_status_dMovimento_id_ix" ON "extrato_banco" USING btree ("empresa_id","status","dMovimento","id");
