import { useEffect, useState, type ReactElement } from 'react'
import { pdvFields } from '../../../core/fields/comercial/pdv'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { getPath, isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { choosePdv, useOwnPdv } from './own-pdv'

const { word } = fieldsOf(pdvFields)

const MOST = 100
const ACTIVE = encodeURIComponent(JSON.stringify({ ativo: true }))

/** The points of sale that this computer may be. */
function Choice({ said, onChosen }: { readonly said: string; readonly onChosen: () => void }): ReactElement | null {
  const answer = useLoaded(`config/pdv?where=${ACTIVE}&orderBy=descricao&sortedBy=asc&perPage=${MOST}`, 'pdv')
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  // A company that has none sells without.
  if (rows.length === 0) return null
  return (
    <p className="balance pdv-bar" role="status">
      <span>{said}</span>
      <select
        className="input"
        aria-label="PDV deste computador"
        value=""
        onChange={(event) => {
          choosePdv(Number(event.target.value))
          onChosen()
        }}
      >
        <option value="">Escolha o PDV</option>
        {rows.map((row) => (
          <option key={row.id} value={row.id}>
            {textOf(row.descricao)}
          </option>
        ))}
      </select>
    </p>
  )
}

const seriesOf = (pdv: Row): string => {
  const serie = textOf(getPath(pdv, 'nfe_serie.serie'))
  return serie === '' ? '' : ` · série ${serie}`
}

/** Which point of sale this computer is: a new sale is made there. Chosen once; asked for where it is gone. */
export function PdvBar(): ReactElement | null {
  const form = useForm()
  const { known, pdv } = useOwnPdv()
  const [changing, setChanging] = useState(false)
  useEffect(() => {
    if (form.record.peek() === undefined && known)
      form.suggest({ pdv_id: pdv?.id ?? null, ...(pdv === null ? {} : { geraNFe: pdv.geraNFe }) })
  }, [form, known, pdv])
  if (!known) return null
  if (pdv === null) return <Choice said="PDV não encontrado neste computador" onChosen={() => setChanging(false)} />
  if (changing) return <Choice said="Este computador é o PDV:" onChosen={() => setChanging(false)} />
  return (
    <p className="balance balance-ok pdv-bar">
      <span>
        {textOf(pdv.descricao)} · {word('geraNFe', pdv.geraNFe)}
        {seriesOf(pdv)}
      </span>
      <Button kind="quiet" onClick={() => setChanging(true)}>
        Trocar PDV
      </Button>
    </p>
  )
}
