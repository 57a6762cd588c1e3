import { f } from '../field'
import { TP_RECORRENCIA } from './titulos'

/** What the dialogs of titles and cash ask: they are no records, only words and limits. */

export const baixaFields = {
  dPagamento: f.date('Data do pagamento').required(),
  banco_id: f.ref('Conta caixa', 'banco'),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
  vPago: f.money('Valor pago', { min: 0 }),
  vJuros: f.money('Juros', { min: 0 }),
  vMulta: f.money('Multa', { min: 0 }),
  vDesc: f.money('Desconto', { min: 0 }),
  vTarifa: f.money('Tarifa', { min: 0 }),
  cobra: f.boolean('Cobrar multa e juros').default(true),
}

/** A new agreement in the place of several titles. */
export const renegociaFields = {
  prazo: f.text('Parcelas', { max: 60 }).default('3x').required(),
  dBase: f.date('A contar de').required(),
  vJuros: f.money('Multa e juros', { min: 0 }),
  vDesc: f.money('Desconto', { min: 0 }),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
  diaUtil: f.boolean('Vencimentos só em dias úteis').default(true),
}

export const recorrenciaFields = {
  tpRecorrencia: f.option('Repete', TP_RECORRENCIA).default(1),
  qParcelas: f.integer('Mais quantas vezes', { min: 1, max: 120 }).required(),
  dProxVencimento: f.date('Próximo vencimento', { doc: 'Um período depois deste, se vazio' }),
  diaUtil: f
    .choice('Vencimento fora de dia útil', {
      mantem: 'Mantém',
      proximo: 'Próximo dia útil',
      anterior: 'Dia útil anterior',
    })
    .default('mantem'),
}

export const compensaFields = {
  conta_receber_id: f.ref('Conta a receber', 'contas_receber'),
  conta_pagar_id: f.ref('Conta a pagar', 'contas_pagar'),
  vComp: f.money('Valor a compensar', { min: 0.01, doc: 'O que as duas permitem, se vazio' }),
}

export const devolveFields = {
  valor: f.money('Valor', { min: 0.01 }).required(),
  banco_id: f.ref('Conta caixa', 'banco').required('Selecione a "Conta Caixa"'),
}

/** A title that goes by e-mail. */
export const emailFields = {
  email: f.text('E-mail', { max: 1_000 }).required('Digite um e-mail válido.'),
  texto: f.notes('Mensagem', { max: 2_000 }),
}

export const transferenciaFields = {
  banco_id: f.ref('De', 'banco').required(),
  banco_destino_id: f.ref('Para', 'banco').required(),
  valor: f.money('Valor', { min: 0.01 }).required(),
  dMovimento: f.date('Data').required(),
  descricao: f.text('Descrição', { max: 200 }),
}

export const fechaMesFields = {
  ate: f.date('Fechar até o fim do mês de').required(),
  motivo: f.text('Motivo de fechar com pendências', { max: 500, doc: 'O mês seguinte o mostra' }),
}
