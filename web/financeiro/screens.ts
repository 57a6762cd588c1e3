import { avisoPagamento } from './aviso_pagamento/aviso-pagamento'
import { contasPagar, contasReceber } from './contas'

export const financeiroScreens = [contasReceber, contasPagar, avisoPagamento]
