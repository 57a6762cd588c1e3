import { lazy, Suspense, type ComponentType, type ReactElement } from 'react'
import type { ModalProps, WarmModal } from '../app/registry'
import { Dialog } from './dialog'
import { takeFocus } from './take-focus'

type Frame = Pick<ModalProps, 'size' | 'path' | 'onClose'>

/** The frame of a record's form stands at once, and its fields come. It has the focus: a key that is typed too early must not press the X. */
function Coming({ size, path, onClose }: Frame): ReactElement {
  return (
    <Dialog title="Abrindo…" size={size} onClose={onClose} {...(path === undefined ? {} : { screen: path })}>
      <div className="dialog-body loading" aria-busy="true" tabIndex={-1} ref={takeFocus} />
    </Dialog>
  )
}

/** As `lazily`, for the form of a record: fetched when its screen is idle, and never blank when it opens. */
export function lazyModal(load: () => Promise<ComponentType<ModalProps>>): WarmModal {
  let loading: Promise<ComponentType<ModalProps>> | undefined
  const once = (): Promise<ComponentType<ModalProps>> => (loading ??= load())
  const Loaded = lazy(async () => ({ default: await once() }))
  const Modal = (props: ModalProps): ReactElement => (
    <Suspense fallback={<Coming {...props} />}>
      <Loaded {...props} />
    </Suspense>
  )
  // Who is out of reach now asks again when it is opened.
  const warm = (): void => {
    once().catch(() => {
      loading = undefined
    })
  }
  return Object.assign(Modal, { warm })
}
