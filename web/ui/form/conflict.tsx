import { useState, type ReactElement } from 'react'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { displayName } from '../format'
import { takeFocus } from '../take-focus'
import type { Clash, FormModel } from './form-model'

interface ConflictProps {
  readonly form: FormModel
  readonly clashes: readonly Clash[]
  readonly onClose: () => void
}

const shown = (value: unknown): string => displayName(value) || '(vazio)'

/** Both changed the same fields: each is decided here, then saved again as usual. */
export function ConflictDialog({ form, clashes, onClose }: ConflictProps): ReactElement {
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const choose = (name: string, own: boolean): void =>
    setTheirs(own ? theirs.filter((other) => other !== name) : [...theirs, name])
  const go = (): void => {
    form.takeTheirs(theirs)
    onClose()
  }
  const footer = (
    <Button kind="primary" onClick={go} focusFirst={clashes.length === 0}>
      Usar o escolhido
    </Button>
  )
  return (
    <Dialog title="Este registro foi alterado por outro usuário." size="md" onClose={onClose} footer={footer}>
      <div className="dialog-body">
        <p>
          {clashes.length === 0
            ? 'As alterações dele não tocam nas suas e já estão no formulário. Salve de novo.'
            : 'O que só ele mudou já está no formulário. Escolha o valor dos campos que os dois mudaram e salve de novo.'}
        </p>
        {clashes.length === 0 ? null : (
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Campo</th>
                <th scope="col">Seu valor</th>
                <th scope="col">Valor dele</th>
              </tr>
            </thead>
            <tbody>
              {clashes.map(({ name, mine, theirs: other }, index) => (
                <tr key={name}>
                  <th scope="row">{form.labelOf(name)}</th>
                  <td>
                    <label>
                      <input
                        ref={index === 0 ? takeFocus : undefined}
                        type="radio"
                        name={name}
                        checked={!theirs.includes(name)}
                        onChange={() => choose(name, true)}
                      />{' '}
                      {shown(mine)}
                    </label>
                  </td>
                  <td>
                    <label>
                      <input
                        type="radio"
                        name={name}
                        checked={theirs.includes(name)}
                        onChange={() => choose(name, false)}
                      />{' '}
                      {shown(other)}
                    </label>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  )
}
