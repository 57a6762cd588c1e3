import { SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { holdsNothing } from '../../estoque/reservations'
import { costOfStep, sumOfParts } from './sums'

const LIVE = 'p."dhCancelamento" is null'

/** What has to hold of the account in process of everything that is made, and of what it is made of. */
export const PRODUCTION_RULES: Readonly<Record<string, string>> = {
  'ordem_producao: finalizada ou cancelada, nada reserva': holdsNothing('ordem_producao', [
    'dhFinalizacao',
    'dhCancelamento',
  ]),
  'produção: o que entrou em uma mercadoria = o que saiu + o que está em processo': `select count(*) from ordem_producao_mercadoria g
    where ${costOfStep('inicia')} + ${costOfStep('finaliza')} + ${sumOfParts('p."vHoras"')}
      <> ${sumOfParts('p."vPrincipal" + p."vSubprodutos" + p."vPerda"')} + g."vEmProcesso"`,
  'produção: uma parte diz o que os insumos dela custaram no livro': `select count(*) from ordem_producao_mercadoria g
    where ${costOfStep('finaliza')} <> ${sumOfParts('p."vMaterial" - p."vDevolvido"')}`,
  'produção: o que uma parte diz que fez é o que a entrada dela trouxe': `select count(*) from op_parte p
    left join lateral (select sum(i."qTrib") filter (where i.ordem_producao_mercadoria_insumo_id is null) as q,
        sum(i."vTotal") as v from entrada_mercadoria i join entrada e on e.id = i.entrada_id and e."dhFinalizacao" is not null and e."dhCancelamento" is null
      where i.entrada_id = p.entrada_id and i.ordem_producao_mercadoria_id = p.ordem_producao_mercadoria_id) i on true
    where ${LIVE} and (coalesce(i.q, 0) <> p."qBoa" or coalesce(i.v, 0) <> p."vPrincipal" + p."vSubprodutos")`,
  'produção: finalizada ou cancelada, nada fica em processo': `select count(*) from ordem_producao_mercadoria g join ordem_producao o on o.id = g.ordem_producao_id
    where (o."dhFinalizacao" is not null or o."dhCancelamento" is not null) and (g."vEmProcesso" <> 0 or g."vMaoObraEmProcesso" <> 0)`,
  'produção: as horas de uma parte são as dos apontamentos dela': `select count(*) from op_parte p
    where ${LIVE} and p."vHoras" <> coalesce((select sum(a."vCusto") from op_mercadoria_atividade a where a.op_parte_id = p.id), 0)`,
}

/** SQL over the order `d`: a sum over its supplies. */
export const supplies = (column: string): string =>
  `select sum(i."${column}") from ordem_producao_mercadoria_insumo i join ordem_producao_mercadoria g on g.id = i.ordem_producao_mercadoria_id
    where g.ordem_producao_id = d.id and i."tpItem" = ${SUPPLY}`
