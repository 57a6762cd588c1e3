/** What breaks the rules of manifests. */
export const MANIFEST_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'mdfe: o que está aberto é de uma rota liberada e não finalizada': [
    `with t as (insert into transportadora ("xNome") values ('Rápida') returning id),
       v as (insert into veiculo (transportadora_id, placa, "UF") select id, 'ABC1D23', 'SP' from t returning id),
       r as (insert into rota (empresa_id, veiculo_id, "dRota") select e.id, v.id, '2027-01-10' from (select id from empresa limit 1) e, v returning id, empresa_id)
     insert into mdfe (empresa_id, rota_id, "UFFim", "dhAutorizacao") select empresa_id, id, 'SP', now() from r`,
  ],
}
