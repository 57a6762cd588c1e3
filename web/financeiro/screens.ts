import { avisoPagamento } from './aviso_pagamento/aviso-pagamento'
import { fechamento, fluxoCaixa } from './caixa'
import { contasPagar, contasReceber } from './contas'
import { centroCusto, centroResultado, contaCaixa, planoConta } from './registers'

export const financeiroScreens = [
  contasReceber,
  contasPagar,
  fluxoCaixa,
  avisoPagamento,
  contaCaixa,
  planoConta,
  centroCusto,
  centroResultado,
  fechamento,
]
