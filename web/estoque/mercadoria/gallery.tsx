import { useState, type KeyboardEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayEdit } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { takeFocus } from '../../ui/take-focus'
import type { Row } from '../../ui/row'
import style from './images.css' with { type: 'text' }
import { makePrincipal, pictureAddress, pictureName, removePicture, tellNotShown, usePictures } from './pictures'

addStyle(style)

/** How far a key goes among pictures. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The pictures of a product as large as the window. */
export function Gallery(modal: ModalProps): ReactElement {
  useSignals()
  const rows = usePictures(modal.params.id ?? '')
  const [chosen, setChosen] = useState(modal.query.get('imagem'))
  const at = Math.max(0, rows?.findIndex(({ id }) => String(id) === chosen) ?? 0)
  const shown = rows?.[at]
  const writable = mayEdit(rights.value, modal.right)
  const choose = (index: number): void => {
    const next = rows?.[(index + rows.length) % Math.max(1, rows.length)]
    if (next !== undefined) setChosen(String(next.id))
  }
  const go = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(at + step)
  }
  return (
    <Dialog
      title={shown === undefined ? 'Imagens' : `${pictureName(shown)} · ${at + 1} de ${rows?.length ?? 0}`}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={<GalleryFoot shown={shown} writable={writable} onClose={modal.onClose} />}
    >
      <div className="dialog-body" role="presentation" onKeyDown={go}>
        {rows?.length === 0 ? <EmptyState text="Nenhuma imagem" /> : null}
        {shown === undefined ? null : <Shown rows={rows ?? []} shown={shown} onChoose={choose} />}
      </div>
    </Dialog>
  )
}

interface ShownProps {
  readonly rows: readonly Row[]
  readonly shown: Row
  readonly onChoose: (index: number) => void
}

function Shown({ rows, shown, onChoose }: ShownProps): ReactElement {
  const address = pictureAddress(shown, 'arquivo')
  return (
    <div className="gallery">
      <div className="gallery-shown">
        <img key={shown.id} src={address} alt={pictureName(shown)} onError={() => void tellNotShown(address)} />
      </div>
      <div
        className="gallery-strip"
        role="group"
        aria-label={counted(rows.length, 'imagem', 'imagens')}
        tabIndex={0}
        ref={takeFocus}
      >
        {rows.map((row, index) => (
          <button
            key={row.id}
            type="button"
            tabIndex={-1}
            className="picture-open"
            aria-pressed={row.id === shown.id}
            aria-label={pictureName(row)}
            onClick={() => onChoose(index)}
          >
            <img src={pictureAddress(row, 'miniatura')} alt="" />
          </button>
        ))}
      </div>
    </div>
  )
}

interface FootProps {
  readonly shown: Row | undefined
  readonly writable: boolean
  readonly onClose: () => void
}

function GalleryFoot({ shown, writable, onClose }: FootProps): ReactElement {
  return (
    <>
      {shown !== undefined && writable ? (
        <>
          <Button kind="danger" icon="trash" onClick={() => void removePicture(shown)}>
            Excluir
          </Button>
          <Button
            icon="star"
            {...(shown.principal === true ? { reason: 'Esta já é a imagem principal.' } : {})}
            onClick={() => void makePrincipal(shown)}
          >
            Tornar principal
          </Button>
        </>
      ) : null}
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
}
