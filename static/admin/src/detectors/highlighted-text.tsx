import type { TextFinding } from '../../../../src/detection/analyze-text';
import { texts } from '../texts';

interface HighlightedTextProps {
  /** The tested text. The user entered it in this frame; no response contains it. */
  readonly text: string;
  readonly findings: readonly TextFinding[];
}

/** The tested text with a mark around each finding. Each mark has the number of its row in the table. */
export function HighlightedText({ text, findings }: HighlightedTextProps) {
  const { bench: t } = texts.detectors;
  return (
    // Scrolls, so the keyboard must reach it.
    <div className="bench-text" role="region" aria-label={t.tested} tabIndex={0}>
      {partsOf(text, findings).map(({ start, words, hit }) =>
        hit === undefined ? (
          <span key={start}>{words}</span>
        ) : (
          <mark key={start} className={`bench-hit detections-severity-${hit.finding.severity}`}>
            {words}
            <sup>
              <span className="visually-hidden">{t.hit}</span>
              {hit.number}
            </sup>
          </mark>
        ),
      )}
    </div>
  );
}

interface Part {
  readonly start: number;
  readonly words: string;
  /** The finding and the number of its row. undefined: plain text. */
  readonly hit: { readonly finding: TextFinding; readonly number: number } | undefined;
}

/** A finding that overlaps an earlier one has a mark around its rest. */
function partsOf(text: string, findings: readonly TextFinding[]): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number, hit: Part['hit']) => {
    if (end <= at) return;
    parts.push({ start: at, words: text.slice(at, end), hit });
    at = end;
  };
  findings.forEach((finding, index) => {
    add(finding.start, undefined);
    add(finding.end, { finding, number: index + 1 });
  });
  add(text.length, undefined);
  return parts;
}
