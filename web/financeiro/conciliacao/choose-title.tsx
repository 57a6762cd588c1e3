import type { ReactElement } from 'react'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatDate, formatMoney } from '../../ui/format'
import { getPath, numberOf, rowsOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'
import { ask } from './ask'

interface ChooseTitleProps {
  readonly row: Row
  readonly onClose: () => void
}

const difference = (row: Row): string => {
  const off = numberOf(row.diferenca) ?? 0
  return off === 0 ? '' : `, diferença de ${formatMoney(off)}`
}

/** The receivables that a row may be of, the likeliest first and under the focus: Enter links it. */
export function ChooseTitle({ row, onClose }: ChooseTitleProps): ReactElement {
  const answer = useLoaded(`financeiro/conciliacao_venda/${row.id}/parcelas`, 'contas_receber')
  const found = rowsOf(getPath(answer, 'data'))
  const link = async (title: Row): Promise<void> => {
    const done = await ask({
      path: `financeiro/conciliacao_venda/${row.id}/vincularRegistro`,
      body: { conta_receber_id: title.id },
      asks: 'Os valores são diferentes',
      action: 'Vincular assim mesmo',
      failed: 'Não foi possível efetuar esta operação',
    })
    if (done === undefined) return
    toast.success(`Registro vinculado à conta ${textOf(title.numero) || title.id}.`)
    onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  const what = [
    textOf(row.nsu) === '' ? '' : `NSU ${textOf(row.nsu)}`,
    formatMoney(row.batch_gross_amount),
    formatDate(row.sale_date),
  ]
  return (
    <Dialog title={`A parcela de ${what.filter(Boolean).join(' · ')}`} size="md" onClose={onClose} footer={footer}>
      <RowList fills label="Contas a receber">
        {found.map((title, at) => (
          <li key={title.id}>
            <span>
              <b>
                {textOf(title.numero) || `Conta ${title.id}`} · {textOf(title.cliente)}
              </b>
              <small>
                {textOf(title.motivo)}
                {difference(title)} · venda de {formatDate(title.dEmissao)}
              </small>
            </span>
            <span className="amount">{formatMoney(title.vSaldo)}</span>
            <Button kind={at === 0 ? 'primary' : 'plain'} focusFirst={at === 0} onClick={() => void link(title)}>
              Vincular
            </Button>
          </li>
        ))}
      </RowList>
      {answer !== null && found.length === 0 ? <p className="field-help">Nenhuma conta a receber em aberto.</p> : null}
    </Dialog>
  )
}
