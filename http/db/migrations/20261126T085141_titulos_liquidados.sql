CREATE INDEX "contas_pagar_empresa_id_vSaldo_dVencimento_ix" ON "contas_pagar" USING btree ("empresa_id","vSaldo","dVencimento");
CREATE INDEX "contas_receber_empresa_id_vSaldo_dVencimento_ix" ON "contas_receber" USING btree ("empresa_id","vSaldo","dVencimento");
