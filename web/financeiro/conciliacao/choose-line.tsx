import type { ReactElement } from 'react'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatDate, formatMoney } from '../../ui/format'
import { getPath, rowsOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'
import { ask } from './ask'

interface ChooseLineProps {
  readonly deposit: Row
  readonly onClose: () => void
}

/** The lines of the statement that a deposit may be: credits of its day to three days later, that of its amount first. */
export function ChooseLine({ deposit, onClose }: ChooseLineProps): ReactElement {
  const path = `financeiro/conciliacao_recebimento/${deposit.id}`
  const answer = useLoaded(`${path}/lancamentos`, 'extrato_banco')
  const found = rowsOf(getPath(answer, 'data'))
  const link = async (line: Row): Promise<void> => {
    const done = await ask({
      path: `${path}/vincularLancamentoExtrato`,
      body: { extrato_banco_id: line.id },
      asks: 'A linha difere do recebimento',
      action: 'Vincular assim mesmo',
      failed: 'Não foi possível efetuar esta operação',
    })
    if (done === undefined) return
    toast.success('Recebimento vinculado ao extrato.')
    onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog
      title={`O depósito de ${formatMoney(deposit.net_amount)} em ${formatDate(deposit.payment_date)}`}
      size="md"
      onClose={onClose}
      footer={footer}
    >
      <RowList fills label="Linhas do extrato">
        {found.map((line, at) => (
          <li key={line.id}>
            <span>
              <b>{textOf(line.memo)}</b>
              <small>
                {formatDate(line.dMovimento)} · {textOf(line.banco)}
                {line.exato === true ? ' · mesmo valor' : ''}
              </small>
            </span>
            <span className="amount">{formatMoney(line.resto)}</span>
            <Button kind={at === 0 ? 'primary' : 'plain'} focusFirst={at === 0} onClick={() => void link(line)}>
              Vincular
            </Button>
          </li>
        ))}
      </RowList>
      {answer !== null && found.length === 0 ? (
        <p className="field-help">
          Nenhum crédito a conciliar nestes dias. Carregue o extrato do banco, ou finalize sem ele.
        </p>
      ) : null}
    </Dialog>
  )
}
