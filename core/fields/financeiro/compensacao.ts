import { f } from '../field'
import { empresaId } from '../kit'

/** What both kinds of offsets hold. */
const offset = () => ({
  empresa_id: empresaId(),
  vComp: f.money('Valor compensado', {
    doc: 'Positivo compensa; negativo consolida em compensacao_id. O que as duas contas permitem, se vazio',
  }),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que a fez' }).computed(),
})

export const contasReceberCompensacaoFields = {
  conta_receber_id: f.ref('Conta a receber', 'contas_receber'),
  compensacao_id: f.ref('Compensada com', 'contas_receber', {
    doc: 'Outra conta a receber: um crédito, ou a consolidada',
  }),
  conta_pagar_id: f.ref('Compensada com a conta a pagar', 'contas_pagar'),
  ...offset(),
}

export const contasPagarCompensacaoFields = {
  conta_pagar_id: f.ref('Conta a pagar', 'contas_pagar'),
  compensacao_id: f.ref('Compensada com', 'contas_pagar', { doc: 'Outra conta a pagar: um crédito, ou a consolidada' }),
  conta_receber_id: f.ref('Compensada com a conta a receber', 'contas_receber'),
  ...offset(),
}
