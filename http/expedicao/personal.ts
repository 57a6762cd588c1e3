import { roteirizacaoLife } from '../../core/lifecycle/roteirizacao'
import { statusIn } from '../../core/lifecycle/standing'
import { NOT_DONE, OF_SALE, type Personal } from '../cadastros/lgpd/personal'
import { forgetCustomer } from './forget'

/** What plans and routes tell of customers and drivers. */
export const deliveryPersonal: Personal = {
  copies: [
    // The town stays, as it does in registers.
    {
      ...OF_SALE,
      resource: 'roteirizacao_entrega',
      goes: 'now',
      mark: ['xNome'],
      empty: ['xEnder', 'xBairro', 'lon', 'lat', 'fonte'],
    },
    {
      ...OF_SALE,
      resource: 'rota_venda',
      goes: 'now',
      mark: ['xNome', 'xOcorrencia'],
      empty: ['xEnder', 'lon', 'lat'],
    },
    // Whom goods were fetched for.
    { ...OF_SALE, resource: 'separacao_venda', goes: 'now', mark: ['xNome'] },
    ...(['cliente', 'fornecedor', 'colaborador'] as const).map((of) => ({
      of,
      field: 'saida_id',
      through: ['saida', `${of}_id`] as const,
      resource: 'separacao_venda',
      goes: 'now' as const,
      mark: ['xNome'],
    })),
    {
      of: 'fornecedor',
      field: 'devolucao_id',
      through: ['devolucao', 'fornecedor_id'],
      resource: 'separacao_venda',
      goes: 'now',
      mark: ['xNome'],
    },
    // What a carrier wrote of a delivery may say who received it.
    { ...OF_SALE, resource: 'venda_rastreio', goes: 'now', empty: ['xRecado'] },
    { ...OF_SALE, resource: 'edi_linha', goes: 'now', empty: ['xRecado'] },
    {
      of: 'transportadora',
      field: 'transportadora_id',
      resource: 'edi',
      goes: 'now',
      mark: ['xTransp', 'arquivo'],
      empty: ['CNPJ_transp', 'desconhecidas', 'obs'],
    },
    {
      of: 'transportadora',
      field: 'edi_id',
      through: ['edi', 'transportadora_id'],
      resource: 'edi_conteudo',
      goes: 'now',
      mark: ['conteudo'],
    },
  ],
  open: [
    {
      resource: 'roteirizacao',
      by: { stops: 'roteirizacao_entrega', parent: 'roteirizacao_id' },
      where: statusIn(roteirizacaoLife, ['salva', 'calculada']),
      until: 'dRota',
      one: 'roteirização em aberto',
      many: 'roteirizações em aberto',
    },
    {
      resource: 'rota',
      by: { stops: 'rota_venda', parent: 'rota_id' },
      where: NOT_DONE,
      one: 'rota de entrega em aberto',
      many: 'rotas de entrega em aberto',
    },
    {
      resource: 'rota',
      by: { field: 'motorista_id' },
      where: NOT_DONE,
      one: 'rota de entrega a dirigir',
      many: 'rotas de entrega a dirigir',
    },
  ],
  forget: forgetCustomer,
}
