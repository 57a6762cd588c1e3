CREATE INDEX "movimento_financeiro_empresa_id_evento_dMovimento_ix" ON "movimento_financeiro" USING btree ("empresa_id","evento","dMovimento");
