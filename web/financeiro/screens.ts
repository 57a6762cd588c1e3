import { avisoPagamento } from './aviso_pagamento/aviso-pagamento'
import { boletoScreens } from './boleto/screen'
import { boletosDda } from './boletos_dda/screen'
import { fechamento, fluxoCaixa } from './caixa'
import { cobranca } from './cobranca/screen'
import { dre } from './dre/screen'
import { conciliacaoBancaria, conciliacaoRegra } from './conciliacao_bancaria/screen'
import { extratoArquivo, extratoBanco } from './conciliacao_bancaria/statement-screens'
import { feriado } from './feriado'
import { projecaoCaixa } from './projecao/screen'
import { conciliacao, conciliacaoVenda } from './conciliacao/screen'
import { contasPagar, contasReceber } from './contas'
import { remessaPagamento, retornoPagamento } from './remessa_pagamento/screen'
import { centroCusto, centroResultado, contaCaixa, planoConta } from './registers/screen'

export const financeiroScreens = [
  contasReceber,
  contasPagar,
  boletosDda,
  cobranca,
  ...boletoScreens,
  fluxoCaixa,
  projecaoCaixa,
  dre,
  conciliacaoBancaria,
  extratoBanco,
  extratoArquivo,
  conciliacaoRegra,
  avisoPagamento,
  conciliacao,
  conciliacaoVenda,
  remessaPagamento,
  retornoPagamento,
  contaCaixa,
  planoConta,
  centroCusto,
  centroResultado,
  fechamento,
  feriado,
]
