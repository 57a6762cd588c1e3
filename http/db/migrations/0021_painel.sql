-- What the dashboard adds up of sales names their sellers too, and payables that are open are found as receivables are.
drop index venda_painel_ix;
create index venda_painel_ix on venda (empresa_id, criado_em) include ("vTotal", vendedor_id) where "dhCancelamento" is null;
create index contas_pagar_aberto_ix on contas_pagar (empresa_id, "dVencimento") include ("vSaldo")
  where "vSaldo" > 0 and "dhCancelamento" is null;
create index nfe_compra_empresa_id_status_ix on nfe_compra (empresa_id, status) include ("vNF");
