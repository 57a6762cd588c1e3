import { need, type Gates } from '../needs'

const { all, resource, right } = need

export const financeiro: Gates = [
  ['financeiro/aviso_pagamento', resource('contas_receber')],
  ['financeiro/centro_custos', resource('centro_custos')],
  ['financeiro/centro_resultados', resource('centro_resultados')],
  ['financeiro/cobranca', resource('contas_receber')],
  ['financeiro/conciliacao', resource('conciliacao')],
  ['financeiro/conciliacao_bancaria', resource('conciliacao_bancaria')],
  ['financeiro/conciliacao_regra', resource('conciliacao_bancaria')],
  ['financeiro/extrato_banco', resource('conciliacao_bancaria')],
  ['financeiro/extrato_arquivo', resource('conciliacao_bancaria')],
  ['financeiro/conciliacao_venda', resource('conciliacao_venda')],
  ['financeiro/contas_pagar', resource('contas_pagar')],
  ['financeiro/contas_receber', resource('contas_receber')],
  ['financeiro/contas_receber/importar', right('importar contas_receber')],
  ['financeiro/boletos_dda', resource('boletos_dda')],
  ['financeiro/remessa_pagamento', resource('remessa_retorno')],
  ['financeiro/plano_conta', all(resource('contas_pagar'), resource('contas_receber'))],
  ['financeiro/fluxo_caixa', resource('fluxo_caixa')],
  ['financeiro/fluxo_caixa/projecao', resource('fluxo_caixa')],
  ['financeiro/dre', all(resource('fluxo_caixa'), resource('contas_receber'), resource('contas_pagar'))],
  ['financeiro/feriado', resource('conta_caixa')],
  ['financeiro/conta_caixa', resource('conta_caixa')],
  ['financeiro/fechamento', resource('fluxo_caixa')],
  ['financeiro/banco_cnab', resource('banco_cnab')],
  ['financeiro/boleto', resource('remessa_retorno')],
  ['financeiro/remessa', resource('remessa_retorno')],
  ['financeiro/retorno', resource('remessa_retorno')],
  ['financeiro/retorno_boleto', resource('remessa_retorno')],
  ['financeiro/retorno_pagamento', resource('remessa_retorno')],
]
