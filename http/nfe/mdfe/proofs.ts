import type { Rules } from '../../documents/proofs'

/** What has to hold of manifests: the cargo of an open one is on its way (design, invariant 20). */
export const MANIFEST_RULES: Rules = {
  'mdfe: o que está aberto é de uma rota liberada e não finalizada': `select count(*) from mdfe m join rota r on r.id = m.rota_id
     where m."dhAutorizacao" is not null and m."dhEncerramento" is null and m."dhCancelamento" is null and m."dhPedidoEncerramento" is null
       and (r."dhLiberacao" is null or r."dhFinalizacao" is not null or r."dhCancelamento" is not null)`,
}
