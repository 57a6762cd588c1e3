CREATE INDEX "contas_pagar_empresa_id_dCompetencia_ix" ON "contas_pagar" USING btree ("empresa_id","dCompetencia");
CREATE INDEX "contas_receber_empresa_id_dCompetencia_ix" ON "contas_receber" USING btree ("empresa_id","dCompetencia");
CREATE INDEX "movimento_financeiro_empresa_id_dMovimento_ix" ON "movimento_financeiro" USING btree ("empresa_id","dMovimento");

-- Open titles with all that says when their money moves: a projection reads nothing else.
DROP INDEX contas_receber_aberto_ix;
CREATE INDEX contas_receber_aberto_ix ON contas_receber (empresa_id, "dVencimento")
  INCLUDE ("vSaldo", "vDup", "vLiquido", "tpConta", "dPrevisao", pagamento_id, banco_id, centro_resultado_id, cliente_id)
  WHERE "vSaldo" > 0 AND "dhCancelamento" IS NULL;
DROP INDEX contas_pagar_aberto_ix;
CREATE INDEX contas_pagar_aberto_ix ON contas_pagar (empresa_id, "dVencimento")
  INCLUDE ("vSaldo", "tpConta", "dPrevisao", pagamento_id, banco_id, centro_resultado_id, fornecedor_id)
  WHERE "vSaldo" > 0 AND "dhCancelamento" IS NULL;
