/** Up and Down through the prompts of before. */
import { describe, expect, test } from 'vitest';
import { earlierFound } from '../../src/composer/prompts.ts';
import type { TypedEarlier } from '../../src/screen/doors.ts';
import { Screen } from '../model-screen.ts';
import { longText, shown } from './draft.ts';

/** A screen on which these were sent, with those of earlier sessions once they are asked for. */
class Prompted extends Screen {
  earlier: readonly TypedEarlier[] | null = [];

  override keys(script: string): this {
    for (const part of script.match(/<[^>]+>|[^<]/gu) ?? []) {
      const before = this.acts.length;
      super.keys(part);
      const asked = this.acts.slice(before).some(({ type }) => type === 'find-earlier-prompts');
      if (asked && this.earlier) this.follow(earlierFound(this.model, this.earlier));
    }
    return this;
  }

  get text(): string {
    return shown(this.model.composer);
  }
}

function texts(...all: readonly string[]): readonly TypedEarlier[] {
  return all.map((text) => ({ kind: 'text', text }));
}

const rows: readonly (readonly [title: string, keys: string, after: string])[] = [
  ['the last prompt', 'one<enter>two<enter><up>', 'two|'],
  ['the one before', 'one<enter>two<enter><up><up>', 'one|'],
  ['no further than the first', 'one<enter><up><up><up><up><up>', 'old|'],
  ['from earlier sessions too, each once', 'new<enter>one<enter><up><up><up><up>', 'old|'],
  ['back to the draft', 'one<enter>draft<up><up><down><down>', 'draft|'],
  ['not from within the draft', 'one<enter>a<ctrl+j>b<up>', 'a|\nb'],
  ['from its first row', 'one<enter>a<ctrl+j>b<up><up>', 'one|'],
  ['from any row with another key', 'one<enter>a<ctrl+j>b<alt+p>', 'one|'],
  ['and back', 'one<enter>a<ctrl+j>b<alt+p><alt+n>', 'a\nb|'],
  ['a prompt of several rows is passed, not gone through', 'a\\<enter>b<enter>one<enter><up><up><up>', 'new|'],
  ['and the other way', 'a\\<enter>b<enter>one<enter><up><up><up><down>', 'a\nb|'],
  ['but once the caret was moved in it', 'a\\<enter>b<enter>one<enter><up><up><left><up>', '|a\nb'],
  ['a prompt that was changed is a draft of its own', 'one<enter><up>x<up><up><down><down>', 'onex|'],
  ['what is sent again is the newest, and once', 'one<enter>two<enter><up><up><enter><up><up>', 'two|'],
  ['a command as it was typed', '/retry<enter><up>', '/retry|'],
  ['whose menu stays closed', 'one<enter>/retry<enter><up><up>', 'one|'],
];

describe('Up and Down', () => {
  test.each(rows)('%s', (_, keys, after) => {
    const screen = new Prompted();
    screen.earlier = texts('new', 'old');
    expect(screen.keys(keys).text).toBe(after);
  });

  test('what an earlier session was given comes back as it has to be typed', () => {
    const screen = new Prompted();
    screen.earlier = [...texts('/help me', '//x', '/usr/bin', '!x'), { kind: 'command', text: 'ls' }];
    const passed = Array.from({ length: 5 }, () => screen.keys('<up>').model.composer.text);
    expect(passed).toEqual(['//help me', '///x', '/usr/bin', '!!x', '!ls']);
  });

  test('earlier sessions are asked once, and the first prompt of them is shown when they have answered', () => {
    const screen = new Prompted();
    screen.earlier = null;
    screen.keys('<up><up>');
    expect([screen.acts, screen.text]).toEqual([[{ type: 'find-earlier-prompts' }], '|']);
    screen.follow(earlierFound(screen.model, texts('old')));
    expect(screen.text).toBe('old|');
  });

  test('but not to who has gone on writing', () => {
    const screen = new Prompted();
    screen.earlier = null;
    screen.keys('<up>x').follow(earlierFound(screen.model, texts('old')));
    expect([screen.text, screen.keys('<up>').text]).toEqual(['x|', 'old|']);
  });

  test('a chip of the draft comes back with it, and one that was sent comes back as its text', () => {
    const screen = new Prompted();
    screen.gets({ kind: 'paste', text: longText(1) });
    screen.keys('<enter>');
    screen.gets({ kind: 'paste', text: longText(2) });
    expect(screen.keys('<up>').model.composer.text).toBe(longText(1));
    expect(screen.keys('<down>').text).toBe('①|');
  });

  test('an answer to the model has no prompts before it', () => {
    const screen = new Prompted().keys('go<enter>');
    screen.session.reply('<action tool="ask"><question>Where?</question></action>');
    expect([screen.keys('<up>').text, screen.model.focus]).toEqual(['|', 'words']);
  });

  test('without any prompt they scroll', () => {
    const screen = new Prompted({ columns: 44, rows: 14 });
    screen.session.send({ type: 'prompt.given', text: 'go' });
    screen.session.reply(`<final>${'line\n'.repeat(40)}</final>`);
    expect([screen.keys('<up>').model.scroll, screen.keys('<up>').model.scroll]).toEqual([null, expect.anything()]);
  });
});
